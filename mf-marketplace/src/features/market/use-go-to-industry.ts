import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { type IndustryKey, industryKeys } from '../../content/industry-keys.ts';

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
