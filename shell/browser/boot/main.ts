import { catchEarlySubmits } from 'kit/early-submit';
import { type PageScripts, pageScriptsElementId } from '../../app/page-scripts.ts';
import { addScript } from './add-script.ts';
import { holdFirstClicks } from './hold-first-clicks.ts';
import { isTooOld } from './too-old.ts';

// The first script of every page, inlined at its end, so every page pays for it again: it keeps what the visitor does
// until the second one is there (`early.ts`, which browsers keep), and asks for that until it comes.
const text = document.getElementById(pageScriptsElementId)?.textContent;
if (text) {
  // Written by our own server into this very page.
  const [early] = (JSON.parse(text) as PageScripts).entry;
  if (!isTooOld()) {
    catchEarlySubmits(document);
    holdFirstClicks(document);
  }
  if (early) addScript(document, early);
}
