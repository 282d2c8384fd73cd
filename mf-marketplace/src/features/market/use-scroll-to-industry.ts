import { useEffect, useRef } from 'react';
import type { IndustryKey } from '../../content/industry-keys.ts';

/**
 * Scrolls to the section of an industry, once it is the shown one, and moves the focus there, as following a link to
 * an anchor would. Smooth unless the visitor prefers no motion: the style sheet decides.
 */
export function useScrollToIndustry(shown: IndustryKey): (industry: IndustryKey) => void {
  const wanted = useRef<IndustryKey>(null);

  useEffect(() => {
    if (wanted.current !== shown) return;
    wanted.current = null;
    scrollToSection(shown);
  }, [shown]);

  return (industry) => {
    if (industry === shown) return scrollToSection(industry);
    wanted.current = industry;
  };
}

function scrollToSection(industry: IndustryKey): void {
  const section = document.getElementById(industry);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}
