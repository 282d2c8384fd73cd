import { findTexts, type Look } from './boxes.ts';
import { findChosenAlike, findCrampedLabels } from './controls.ts';
import { findCutTexts, findOverflow } from './edges.ts';
import { findCollisions, findCovered } from './overlaps.ts';
import { findCutPictures } from './pictures.ts';

interface SweepSettings {
  medium: Look['medium'];
  /** The widths of each text setting, in pixels. */
  widths: Partial<Record<Look['text'], readonly number[]>>;
  /** Styles that plant faults. */
  planted: string;
}

/** Runs in the page around the frame. Returns the faults of the framed page at the widths of each text setting. */
export function sweepFrame({ medium, widths, planted }: SweepSettings): string[] {
  const frame = document.querySelector('iframe');
  const inner = frame?.contentWindow as (Window & typeof globalThis) | null | undefined;
  if (!frame || !inner) throw new Error('There is no frame to look into.');
  // Without transitions, because reduced motion still leaves a very short one, and no check waits for its end.
  const still = '*, *::before, *::after { transition: none !important; animation: none !important }';
  const settings = {
    normal: '',
    large: 'html { font-size: 200% !important }',
    wide: `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
      p { margin-bottom: 2em !important }`,
  };
  const faults: string[] = [];
  for (const text of ['normal', 'large', 'wide'] as const) {
    const sheet = new inner.CSSStyleSheet();
    sheet.replaceSync(still + settings[text] + planted);
    for (const width of widths[text] ?? []) {
      frame.style.width = `${width}px`;
      frame.style.height = '900px';
      inner.document.adoptedStyleSheets = [sheet];
      const found = inner.eval(`findFaults(${JSON.stringify({ width, medium, text })})`) as string[];
      faults.push(...found.map((fault) => `${width} px, ${text} text: ${fault}`));
    }
  }
  return faults;
}

/** Applies all rules to the page as it is. */
export function findFaults(look: Look): string[] {
  const texts = findTexts();
  const faults = [
    ...findOverflow(look),
    ...findCutTexts(look, texts),
    ...findCollisions(texts),
    ...findCutPictures(texts),
  ];
  if (look.medium === 'print') return faults;
  faults.push(...findCrampedLabels(look, texts), ...findChosenAlike());
  // Makes the frame as high as the page, so that nothing needs scrolling.
  const frame = frameElement as HTMLElement;
  frame.style.height = `${document.documentElement.scrollHeight}px`;
  // Texts are read again, because elements with viewport heights have moved.
  return [...faults, ...findCovered(findTexts())];
}
