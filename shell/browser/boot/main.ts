import { catchEarlySubmits } from 'kit/early-submit';
import { type PageScripts, pageScriptsElementId } from '../../app/page-scripts.ts';
import { keepEarlyClicks } from './early-clicks.ts';
import { focusPressed } from './focus-pressed.ts';
import { helpPopovers } from './help-popovers.ts';
import { keepStylesInPlace } from './keep-styles.ts';
import { mendFiles } from './mend-files.ts';
import { startScripts } from './start-scripts.ts';
import { isTooOld, sayTooOld } from './too-old.ts';

// The first script of every page, inlined at its end: it loses nothing that the visitor does before React is there,
// and starts everything else.
const scripts = document.getElementById(pageScriptsElementId)?.textContent;
if (scripts) {
  // Both before the early clicks, which nobody else hears.
  focusPressed(document);
  helpPopovers(document);
  if (isTooOld()) sayTooOld(document);
  else {
    keepStylesInPlace(document);
    catchEarlySubmits(document);
    keepEarlyClicks(document);
    mendFiles(document);
    // Written by our own server into this very page.
    startScripts(document, JSON.parse(scripts) as PageScripts);
  }
}
