import { type RefObject, useEffect } from 'react';

/** Before printing, makes each text area as high as its text, because paper does not scroll. */
export function useWholeTextsOnPaper(wizard: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const setHeights = (heightOf: (area: HTMLTextAreaElement) => string) => {
      for (const area of wizard.current?.querySelectorAll('textarea') ?? []) area.style.minHeight = heightOf(area);
    };
    const grow = () => setHeights(({ scrollHeight }) => `${scrollHeight + 2}px`);
    const shrink = () => setHeights(() => '');
    window.addEventListener('beforeprint', grow);
    window.addEventListener('afterprint', shrink);
    return () => {
      window.removeEventListener('beforeprint', grow);
      window.removeEventListener('afterprint', shrink);
    };
  }, [wizard]);
}
