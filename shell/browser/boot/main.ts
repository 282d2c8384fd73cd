import { catchEarlySubmits } from 'kit/early-submit';
import { type PageScripts, pageScriptsElementId } from '../../app/page-scripts.ts';
import { askForEarly } from './ask-for-early.ts';
import { holdFirstClicks } from './hold-first-clicks.ts';
import { isTooOld } from './too-old.ts';

// The first script of every page, inlined at its end, so every page pays for it again: it keeps what the visitor does
// until the second one is there (`early.ts`, which browsers keep), and asks for that until it comes: once the page has
// loaded and is painted, since before it would take its part of the line from what is to be seen, or with the visitor's
// first sign.
const text = document.getElementById(pageScriptsElementId)?.textContent;
if (text) {
  // Written by our own server into this very page.
  const {
    entry: [early],
    atOnce,
  } = JSON.parse(text) as PageScripts;
  if (!isTooOld()) {
    catchEarlySubmits(document);
    holdFirstClicks(document);
  }
  if (early) askForEarly(document, early, atOnce);
}
