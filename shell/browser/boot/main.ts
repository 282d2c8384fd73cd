import { catchEarlySubmits } from 'kit/early-submit';
import { type PageScripts, pageScriptsElementId } from '../../app/page-scripts.ts';
import { focusPressed } from './focus-pressed.ts';
import { pinServerStyles } from './pin-server-styles.ts';
import { polyfillPopovers } from './polyfill-popovers.ts';
import { reloadFailedFiles } from './reload-failed-files.ts';
import { replayEarlyClicks } from './replay-early-clicks.ts';
import { startScripts } from './start-scripts.ts';
import { isTooOld, sayTooOld } from './too-old.ts';

// The first script of every page, inlined at its end: it loses nothing that the visitor does before React is there,
// and starts everything else.
const scripts = document.getElementById(pageScriptsElementId)?.textContent;
if (scripts) {
  // Both before the early clicks, which nobody else hears.
  focusPressed(document);
  polyfillPopovers(document);
  if (isTooOld()) sayTooOld(document);
  else {
    pinServerStyles(document);
    catchEarlySubmits(document);
    replayEarlyClicks(document);
    reloadFailedFiles(document);
    // Written by our own server into this very page.
    startScripts(document, JSON.parse(scripts) as PageScripts);
  }
}
