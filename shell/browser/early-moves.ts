import { hydratedEvent } from '../app/page-scripts.ts';

// Listeners of an event are called in their order, so these must be registered before the router's.

/**
 * A hash typed into the address bar creates a history entry without a key. The router would mistake it for the page's first
 * entry and restore that scroll position instead of scrolling to the anchor.
 */
export function nameTypedEntries(): void {
  window.addEventListener('popstate', () => {
    if (history.state !== null) return;
    history.replaceState({ key: Math.random().toString(36).slice(2), idx: null }, '');
  });
}

/**
 * Hides navigations within the page from the router until the page is hydrated. React would render the page again, and text
 * typed into the server's HTML would be lost.
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

export function whenHydrated(callback: () => void): void {
  if (isHydrated()) callback();
  else document.addEventListener(hydratedEvent, callback, { once: true });
}

function isHydrated(): boolean {
  return 'hydrated' in document.documentElement.dataset;
}
