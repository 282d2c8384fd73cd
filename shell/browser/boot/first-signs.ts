/** Events that show that a visitor is about to use the page. */
export const signs = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'] as const;

/** The first script stores its events here for the second one. */
interface RecordingDocument extends Document {
  firstSigns?: readonly Event[];
}

/** Calls back at the visitor's first interactions and stores them for {@link firstSignsOf}. */
export function recordFirstSigns(page: RecordingDocument, onSign: () => void): void {
  const recorded: Event[] = [];
  page.firstSigns = recorded;
  const record = (event: Event) => {
    recorded.push(event);
    onSign();
  };
  // The first event of each kind is enough.
  for (const sign of signs) addEventListener(sign, record, { capture: true, passive: true, once: true });
}

export function firstSignsOf({ firstSigns = [] }: RecordingDocument): readonly Event[] {
  return firstSigns;
}
