import type { PageScript, PageScripts } from '../../app/page-scripts.ts';
import { addScript, attributesOf } from './add-script.ts';
import { firstSignsOf, signs } from './first-signs.ts';

/** On a link to another page, these events do not count as an interaction with this page. */
const navigating = new Set(['pointerdown', 'touchstart', 'focusin']);

/** In milliseconds after the load event; without an interaction the scripts start then. */
const idleTime = 4000;

/** In milliseconds after the load event; prefetching then takes nothing from the load. */
const settled = 200;

/**
 * Fetches the page's scripts after the load event and starts them at the first interaction, after an idle period, or
 * immediately if the page asks for that.
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
      setTimeout(begin, idleTime),
    );
  };
  const begin = (event?: Event) => {
    if (event && !isForThisPage(event)) return;
    timers.forEach(clearTimeout);
    // If the interaction comes before the load event, the scripts must not run twice, because that would empty the page.
    removeEventListener('load', afterLoad);
    for (const sign of signs) removeEventListener(sign, begin, true);
    start(page, scripts);
  };
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
  // The interaction came before this script.
  const missed = firstSignsOf(page).find(isForThisPage);
  if (missed) begin(missed);
  else if (page.readyState === 'complete') afterLoad();
  else addEventListener('load', afterLoad, { once: true });
}

function isStored(key?: string): boolean {
  try {
    return key !== undefined && [localStorage, sessionStorage].some((storage) => storage.getItem(key) !== null);
  } catch {
    return false; // storage is disabled; the page works without it
  }
}

function isForThisPage({ type, target }: Event): boolean {
  return !navigating.has(type) || !leadsAway(target);
}

function leadsAway(target: EventTarget | null): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link !== null && link.pathname !== location.pathname;
}

/**
 * Fetches into the browser's cache at the lowest priority, unless the visitor asked to save data. Safari has no prefetch
 * and does not reuse a `fetch` for a script, but does reuse a preload.
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
