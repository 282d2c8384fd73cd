import { chakra, Picture } from 'kit/ui';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { firstIndustry, type IndustryKey, industryKeys } from '../../content/industry-keys.ts';
import { market } from '../../content/market.ts';

/** The form of the filter buttons and tabs. Before the page's script has loaded, they submit it to the server. */
export const filterFormId = 'industry-filter';

/** Tiles with the scene of each industry, so that they do not look like the tabs below. */
const FilterForm = chakra('form', {
  base: {
    display: 'grid',
    gap: { base: '3', md: '4' },
    // The columns follow the text size: larger text has fewer.
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(6.5rem, 27%)), 1fr))',
    '& button': {
      display: 'flex',
      flexDirection: 'column',
      overflow: 'hidden',
      background: 'surface',
      border: '2px solid',
      borderColor: 'line',
      borderRadius: 'md',
      fontFamily: 'heading',
      fontWeight: '600',
      lineHeight: '1.2',
      textAlign: 'center',
      cursor: 'pointer',
      transition: 'border-color 150ms ease-out',
      '&:hover': { borderColor: 'fg' },
      '&[aria-pressed=true]': { background: 'accent', borderColor: 'accent', color: 'ink' },
      '@media (forced-colors: active)': {
        '&[aria-pressed=true]': { background: 'CanvasText', color: 'Canvas', forcedColorAdjust: 'none' },
      },
    },
    '& img': { width: '100%', height: 'auto' },
    '& span': { margin: 'auto', paddingInline: '2', paddingBlock: '3', fontSize: 'sm' },
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
        <button
          key={key}
          type="submit"
          name="industry"
          value={key}
          aria-pressed={key === chosen}
          onClick={(event) => handleClick(event, key)}
        >
          <Picture src={market[key].scene} alt="" width={1200} height={800} />
          <span>{market[key].label}</span>
        </button>
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
