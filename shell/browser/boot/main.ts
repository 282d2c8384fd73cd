import { catchEarlySubmits } from 'kit/early-submit';
import { type PageScripts, pageScriptsElementId } from '../../app/page-scripts.ts';
import { keepEarlyClicks } from './early-clicks.ts';
import { focusPressed } from './focus-pressed.ts';
import { helpPopovers } from './help-popovers.ts';
import { keepStylesInPlace } from './keep-styles.ts';
import { startScripts } from './start-scripts.ts';

// The first script of every page, inlined at its end: it loses nothing that the visitor does before React is there,
// and starts everything else.
const scripts = document.getElementById(pageScriptsElementId)?.textContent;
if (scripts) {
  keepStylesInPlace(document);
  catchEarlySubmits(document);
  // Both before the early clicks, which nobody else hears.
  focusPressed(document);
  helpPopovers(document);
  keepEarlyClicks(document);
  // Written by our own server into this very page.
  startScripts(document, JSON.parse(scripts) as PageScripts);
}
