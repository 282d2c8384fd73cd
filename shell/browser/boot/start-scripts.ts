import type { PageScript, PageScripts } from '../../app/page-scripts.ts';
import { addScript, attributesOf } from './add-script.ts';
import { firstSignsOf, signs } from './first-signs.ts';

/** Of these, what happens on a link to another page is a sign for that page alone. */
const leading = new Set(['pointerdown', 'touchstart', 'focusin']);

/** Without any sign the scripts start after this long a quiet while behind the load, in milliseconds. */
const quietWhile = 4000;

/** By then the load has settled, so that fetching ahead takes nothing from it; in milliseconds. */
const settled = 200;

/**
 * Fetches the page's scripts once the page has loaded, and starts them at the visitor's first sign, after a quiet
 * while, or at once where the page says so.
 */
export function startScripts(page: Document, scripts: PageScripts): void {
  if (scripts.atOnce || isStored(scripts.atOnceWith)) {
    start(page, scripts);
    return;
  }
  const timers: ReturnType<typeof setTimeout>[] = [];
  const afterLoad = () => {
    timers.push(
      setTimeout(() => fetchAhead(page, scripts), settled),
      setTimeout(begin, quietWhile),
    );
  };
  const begin = (event?: Event) => {
    if (event && !isForThisPage(event)) return;
    timers.forEach(clearTimeout);
    // A sign that comes before the load: run twice, the scripts would empty the page.
    removeEventListener('load', afterLoad);
    for (const sign of signs) removeEventListener(sign, begin, true);
    start(page, scripts);
  };
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
  // It came before this script did.
  const missed = firstSignsOf(page).find(isForThisPage);
  if (missed) begin(missed);
  else if (page.readyState === 'complete') afterLoad();
  else addEventListener('load', afterLoad, { once: true });
}

function isStored(key?: string): boolean {
  try {
    return key !== undefined && [localStorage, sessionStorage].some((storage) => storage.getItem(key) !== null);
  } catch {
    return false; // storage is switched off: the page works without it
  }
}

function isForThisPage({ type, target }: Event): boolean {
  return !leading.has(type) || !leadsAway(target);
}

function leadsAway(target: EventTarget | null): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link !== null && link.pathname !== location.pathname;
}

/**
 * Into the browser's cache, at its lowest priority, unless the visitor asked to save data. Safari has no prefetch, and
 * what it fetches by `fetch` it does not give to a script; what it preloads it does.
 */
function fetchAhead(page: Document, { entry, preload }: PageScripts): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const rel = page.createElement('link').relList.supports('prefetch') ? 'prefetch' : 'preload';
  for (const file of [...entry, ...preload])
    page.head.append(Object.assign(linkElement(page, file, rel), { fetchPriority: 'low' }));
}

function start(page: Document, { entry, preload }: PageScripts): void {
  for (const file of preload) page.head.append(linkElement(page, file, 'preload'));
  for (const file of entry) addScript(page, file);
}

function linkElement(page: Document, file: PageScript, rel: string): HTMLLinkElement {
  const link = page.createElement('link');
  return Object.assign(link, { rel, as: 'script', ...attributesOf(file), href: file.href });
}
