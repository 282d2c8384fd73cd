import type { PageScript } from '../../app/page-scripts.ts';
import { addScript } from './add-script.ts';
import { hearFirstSigns } from './first-signs.ts';

/**
 * In milliseconds. After this delay the last content is painted, so the script competes with it for neither network nor CPU.
 */
const painted = 200;

/**
 * Requests the second script of a page once: shortly after the load event, at the first interaction, or immediately if the
 * page asks for that.
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
