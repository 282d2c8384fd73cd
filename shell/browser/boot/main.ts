import { catchEarlySubmits } from 'kit/early-submit';
import { type PageScripts, pageScriptsElementId } from '../../app/page-scripts.ts';
import { holdFirstClicks } from './hold-first-clicks.ts';
import { requestEarlyScript } from './request-early-script.ts';
import { isTooOld } from './too-old.ts';

// The first script of every page, inlined at its end, so every page pays for its size. It keeps what the visitor does until
// the second one (`early.ts`, which browsers cache) has loaded. It requests that script at the first interaction, or after
// the page is loaded and painted, because earlier it would compete with visible content for the network.
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
