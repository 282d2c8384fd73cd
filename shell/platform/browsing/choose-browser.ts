import { startChromium } from './chromium.ts';
import { findChromium } from './find-chromium.ts';
import { startJsdom } from './jsdom.ts';
import type { TrialBrowser, TrialTerms } from './trial-browser.ts';

/** What pages are tried in: a path of a Chromium, `jsdom`, or undefined for the best that the machine has. */
export type BrowserChoice = string | undefined;

/** Browsers to try pages in, the best one first; the next one only where one before it does not work. */
export function browsersFor(choice: BrowserChoice): ((terms: TrialTerms) => Promise<TrialBrowser | null>)[] {
  if (choice === 'jsdom') return [startJsdom];
  const chromium = choice ?? findChromium();
  return chromium === undefined ? [startJsdom] : [(terms) => startChromium(chromium, terms), startJsdom];
}
