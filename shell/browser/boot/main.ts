import { catchEarlySubmits } from 'kit/early-submit';
import { type PageScript, type PageScripts, pageScriptsElementId } from '../../app/page-scripts.ts';
import { addScript } from './add-script.ts';
import { recordFirstSigns } from './first-signs.ts';
import { holdFirstClicks } from './hold-first-clicks.ts';
import { isTooOld } from './too-old.ts';

// The first script of every page, inlined at its end, so every page pays for its size. It keeps what the visitor does until
// the second one (`early.ts`, which browsers cache) has loaded. It requests that script at the first interaction, or after
// the page is loaded and painted, because earlier it would compete with visible content for the network.

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

const text = document.getElementById(pageScriptsElementId)?.textContent;
if (text) {
  // The cast is safe: our server wrote this block.
  const {
    entry: [early],
    atOnce,
  } = JSON.parse(text) as PageScripts;
  if (!isTooOld()) {
    catchEarlySubmits(document);
    holdFirstClicks(document);
  }
  if (early) requestEarlyScript(document, early, atOnce);
}
