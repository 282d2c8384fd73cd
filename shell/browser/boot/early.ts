import { type PageScripts, pageScriptsElementId } from '../../app/page-scripts.ts';
import { catchEarlyEnter } from './catch-early-enter.ts';
import { firstSignsOf } from './first-signs.ts';
import { focusPressed } from './focus-pressed.ts';
import { giveBackFirstClicks } from './hold-first-clicks.ts';
import { hydrateInSlices } from './hydrate-in-slices.ts';
import { keepAnchor } from './keep-anchor.ts';
import { pinServerStyles } from './pin-server-styles.ts';
import { polyfillPopovers } from './polyfill-popovers.ts';
import { reloadFailedFiles, reloadOwnFile } from './reload-failed-files.ts';
import { replayEarlyClicks } from './replay-early-clicks.ts';
import { startScripts } from './start-scripts.ts';
import { isTooOld, sayTooOld } from './too-old.ts';

// The second script of every page, small and without React. It keeps what the visitor does before React has loaded, and
// loads everything else.
const text = document.getElementById(pageScriptsElementId)?.textContent;
if (text) {
  // Both must be registered before the early clicks, which stop the propagation.
  focusPressed(document);
  polyfillPopovers(document);
  if (isTooOld()) sayTooOld(document);
  else {
    pinServerStyles(document);
    keepAnchor(document);
    replayEarlyClicks(document);
    catchEarlyEnter(document, firstSignsOf(document));
    hydrateInSlices(document);
    reloadFailedFiles(document);
    reloadOwnFile(document);
    // The cast is safe: our server wrote this block. The first script is already running.
    const { entry, ...scripts } = JSON.parse(text) as PageScripts;
    startScripts(document, { ...scripts, entry: entry.slice(1) });
    giveBackFirstClicks(document);
  }
}
