import { hydratedEvent } from '../app/page-scripts.ts';

// Listeners of an event are called in their order, so these have to come before the router.

/**
 * A hash typed into the address bar makes a history entry without a key. The router would take it for the first entry
 * of the page and scroll to where that was left, not to the anchor.
 */
export function nameTypedEntries(): void {
  window.addEventListener('popstate', () => {
    if (history.state !== null) return;
    history.replaceState({ key: Math.random().toString(36).slice(2), idx: null }, '');
  });
}

/**
 * Keeps moves within the page from the router until the page is hydrated. React would render the page again, and what was typed into
 * the HTML of the server would be lost.
 */
export function holdEarlyMoves(): void {
  if (isHydrated()) return;
  const { pathname } = location;
  let isHeld = false;
  const hold = (event: Event) => {
    isHeld = location.pathname === pathname;
    if (isHeld) event.stopImmediatePropagation();
  };
  window.addEventListener('popstate', hold);
  whenHydrated(() => {
    window.removeEventListener('popstate', hold);
    if (isHeld) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
}

/** Calls back once the page is hydrated. */
export function whenHydrated(callback: () => void): void {
  if (isHydrated()) callback();
  else document.addEventListener(hydratedEvent, callback, { once: true });
}

function isHydrated(): boolean {
  return 'hydrated' in document.documentElement.dataset;
}
