import { Button, chakra } from 'kit/ui';
import type { MouseEvent } from 'react';
import { type IndustryKey, industryKeys } from '../../content/industry-keys.ts';
import { market } from '../../content/market.ts';

/** The form of the filter buttons and tabs. Before the page's script has loaded, they submit it to the server. */
export const filterFormId = 'industry-filter';

const FilterForm = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3',
    maxWidth: '34rem',
    '& button': { background: 'bg' },
    '& button[aria-pressed=true]': { background: 'accent', borderColor: 'accent', color: 'ink' },
    '@media (forced-colors: active)': {
      '& button[aria-pressed=true]': { background: 'CanvasText', color: 'Canvas', forcedColorAdjust: 'none' },
    },
  },
});

interface IndustryFilterProps {
  chosen: IndustryKey;
  onChoose: (industry: IndustryKey) => void;
}

export function IndustryFilter({ chosen, onChoose }: IndustryFilterProps) {
  function handleClick(event: MouseEvent, key: IndustryKey) {
    event.preventDefault();
    onChoose(key);
  }

  return (
    <FilterForm id={filterFormId} method="get" action="/leads#lead-packs" aria-label="Filter lead packs">
      {industryKeys.map((key) => (
        <Button
          key={key}
          type="submit"
          variant="outline"
          name="industry"
          value={key}
          aria-pressed={key === chosen}
          onClick={(event) => handleClick(event, key)}
        >
          {market[key].label}
        </Button>
      ))}
    </FilterForm>
  );
}
