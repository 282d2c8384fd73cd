import type { PageScript } from '../../app/page-scripts.ts';
import { addScript } from './add-script.ts';
import { recordFirstSigns } from './first-signs.ts';

/**
 * In milliseconds. After this delay the last content is painted, so the script competes with it for neither network nor CPU.
 */
const paintDelay = 200;

/**
 * Requests the second script of a page once: shortly after the load event, at the first interaction, or immediately if the
 * page asks for that.
 */
export function requestEarlyScript(page: Document, early: PageScript, atOnce: boolean): void {
  let isRequested = false;
  const request = () => {
    if (!isRequested) addScript(page, early);
    isRequested = true;
  };
  if (atOnce) request();
  else {
    recordFirstSigns(page, request);
    addEventListener('load', () => setTimeout(request, paintDelay));
  }
}
