import type { PageScript } from '../../app/page-scripts.ts';
import { addScript } from './add-script.ts';
import { hearFirstSigns } from './first-signs.ts';

/** By then what was loaded last has been painted, so that the script takes neither line nor processor from it; in milliseconds. */
const painted = 200;

/**
 * Asks for the second script of a page once: a moment after the page has loaded, with the visitor's first sign, or at once
 * where the page says so.
 */
export function askForEarly(page: Document, early: PageScript, atOnce: boolean): void {
  let isAsked = false;
  const ask = () => {
    if (!isAsked) addScript(page, early);
    isAsked = true;
  };
  if (atOnce) ask();
  else {
    hearFirstSigns(page, ask);
    addEventListener('load', () => setTimeout(ask, painted));
  }
}
