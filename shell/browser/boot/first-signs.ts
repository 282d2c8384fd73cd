/** Events that show that a visitor is about to use the page. */
export const signs = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'] as const;

/** The first script stores its events here for the second one. */
interface Hearing extends Document {
  firstSigns?: readonly Event[];
}

/** Calls back at the visitor's first interactions and stores them for {@link firstSignsOf}. */
export function hearFirstSigns(page: Hearing, onSign: () => void): void {
  const heard: Event[] = [];
  page.firstSigns = heard;
  const hear = (event: Event) => {
    heard.push(event);
    onSign();
  };
  // The first event of each kind is enough.
  for (const sign of signs) addEventListener(sign, hear, { capture: true, passive: true, once: true });
}

export function firstSignsOf({ firstSigns = [] }: Hearing): readonly Event[] {
  return firstSigns;
}
