import { hydratedEvent } from '../../app/page-scripts.ts';
import { hydratedControls } from './hold-first-clicks.ts';
import { hydrateSoon } from './hydrate-in-slices.ts';

/**
 * Holds clicks that come before hydration and repeats them after it. React does not see the held clicks, so none is handled
 * twice. Anchors of the page scroll immediately; a button shows a pending state, and a tab is marked as selected.
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

/** In a row of tabs only the last click counts. */
function showPending(button: HTMLElement, early: Set<HTMLElement>): void {
  button.setAttribute('aria-busy', 'true');
  for (const tab of button.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]') ?? []) {
    tab.setAttribute('aria-selected', String(tab === button));
    if (tab !== button) early.delete(tab);
  }
}

/**
 * The target of an anchor link within this page, undefined for a link to the page itself, and null for any other link,
 * which the browser follows. A navigation within the page during hydration would make React discard the HTML and the router
 * scroll back.
 */
function sectionOf(link: HTMLAnchorElement, { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  const { hash, pathname, search, origin } = link;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || origin !== location.origin) return null;
  if (pathname !== location.pathname || search !== location.search) return null;
  if (!hash) return undefined;
  return document.getElementById(decodeURIComponent(hash.slice(1)));
}
