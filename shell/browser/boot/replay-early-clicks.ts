import { hydratedEvent } from '../../app/page-scripts.ts';
import { hydratedControls } from './hold-first-clicks.ts';
import { hydrateSoon } from './hydrate-in-slices.ts';

/**
 * Holds back clicks that come before the page can answer them and repeats them once it can. React never sees the first
 * ones, so that none is answered twice. Anchors of the page scroll at once; a button shows that it was heard, and a tab
 * is marked as chosen.
 */
export function replayEarlyClicks(page: Document): void {
  const early = new Set<HTMLElement>();
  const buffer = (event: MouseEvent) => {
    const clicked =
      event.target instanceof Element ? event.target.closest<HTMLElement>(`${hydratedControls}, a[href]`) : null;
    const section = clicked instanceof HTMLAnchorElement ? sectionOf(clicked, event) : undefined;
    if (!clicked || section === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.add(clicked);
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
    if (section) return;
    showPending(clicked, early);
    hydrateSoon(page, clicked);
  };
  page.addEventListener('click', buffer, true);
  page.addEventListener(
    hydratedEvent,
    () => {
      page.removeEventListener('click', buffer, true);
      for (const button of early) {
        button.removeAttribute('aria-busy');
        if (button.isConnected) button.click();
      }
    },
    { once: true },
  );
}

/** Of the tabs in a row only the last one clicked counts. */
function showPending(button: HTMLElement, early: Set<HTMLElement>): void {
  button.setAttribute('aria-busy', 'true');
  for (const tab of button.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]') ?? []) {
    tab.setAttribute('aria-selected', String(tab === button));
    if (tab !== button) early.delete(tab);
  }
}

/**
 * What an anchor of this page leads to, undefined for a link to the page itself, and null for any other link, which the browser
 * follows. A move within the page in the middle of hydration makes React throw the page away, and the router scroll back.
 */
function sectionOf(link: HTMLAnchorElement, { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  const { hash, pathname, search, origin } = link;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || origin !== location.origin) return null;
  if (pathname !== location.pathname || search !== location.search) return null;
  if (!hash) return undefined;
  return document.getElementById(decodeURIComponent(hash.slice(1)));
}
