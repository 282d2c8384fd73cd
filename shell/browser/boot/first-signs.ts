/** A visitor who does one of these is about to use the page. */
export const signs = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'] as const;

/** Where the first script of a page leaves for the second what it has heard. */
interface Hearing extends Document {
  firstSigns?: readonly Event[];
}

/** Calls back at the first signs of the visitor, and keeps them for {@link firstSignsOf}. */
export function hearFirstSigns(page: Hearing, onSign: () => void): void {
  const heard: Event[] = [];
  page.firstSigns = heard;
  const hear = (event: Event) => {
    heard.push(event);
    onSign();
  };
  // The first of each kind says enough.
  for (const sign of signs) addEventListener(sign, hear, { capture: true, passive: true, once: true });
}

export function firstSignsOf({ firstSigns = [] }: Hearing): readonly Event[] {
  return firstSigns;
}
