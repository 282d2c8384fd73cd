import { Button, chakra } from 'kit/ui';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { firstIndustry, type IndustryKey, industryKeys } from '../../content/industry-keys.ts';
import { market } from '../../content/market.ts';

/** The form of the filter buttons and tabs. Before the page's script has loaded, they submit it to the server. */
export const filterFormId = 'industry-filter';

const FilterForm = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3',
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
          size="sm"
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

/** The chosen industry. It is only in the URL, so it can be linked and survives a reload. */
export function useIndustry(): [IndustryKey, (industry: IndustryKey) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('industry');
  const industry = industryKeys.find((key) => key === asked) ?? firstIndustry;

  function chooseIndustry(key: IndustryKey) {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('industry', key);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return [industry, chooseIndustry];
}

/**
 * Returns a function that shows an industry, scrolls to its section and focuses it, like an anchor link. The style sheet makes
 * the scrolling smooth unless the visitor prefers reduced motion. A URL with the anchor (`/leads#solar`) does the same.
 */
export function useGoToIndustry(shown: IndustryKey, choose: (industry: IndustryKey) => void) {
  const { hash } = useLocation();
  const wanted = useRef<IndustryKey>(null);
  const goTo = useRef(goToIndustry);
  goTo.current = goToIndustry;

  useEffect(() => {
    if (wanted.current !== shown) return;
    wanted.current = null;
    scrollToSection(shown);
  }, [shown]);

  useEffect(() => {
    const anchor = industryKeys.find((key) => `#${key}` === hash);
    if (anchor) goTo.current(anchor);
  }, [hash]);

  function goToIndustry(industry: IndustryKey) {
    if (industry === shown) scrollToSection(industry);
    else wanted.current = industry;
    choose(industry);
  }

  return goToIndustry;
}

function scrollToSection(industry: IndustryKey): void {
  const section = document.getElementById(industry);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}
