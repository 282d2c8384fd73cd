import { holdChromium, startChromium } from './chromium.ts';
import { findChromium } from './find-chromium.ts';
import { startJsdom } from './jsdom.ts';
import type { TrialBrowser, TrialTerms } from './trial-browser.ts';

/** What pages are tried in: a path of a Chromium, `jsdom`, or undefined for the best that the machine has. */
export type BrowserChoice = string | undefined;

/** Browsers to try pages in, the best one first; the next one only where one before it does not work. */
export function browsersFor(choice: BrowserChoice): ((terms: TrialTerms) => Promise<TrialBrowser | null>)[] {
  const chromium = chromiumOf(choice);
  return chromium === undefined ? [startJsdom] : [(terms) => startChromium(chromium, terms), startJsdom];
}

/** Starts the first of them ahead, where that takes long; gives how to let it go. */
export function warmBrowser(choice: BrowserChoice): () => void {
  const chromium = chromiumOf(choice);
  return chromium === undefined ? () => {} : holdChromium(chromium).leave;
}

function chromiumOf(choice: BrowserChoice): string | undefined {
  return choice === 'jsdom' ? undefined : (choice ?? findChromium());
}
