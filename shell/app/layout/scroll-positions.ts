/** The scroll position of each history entry of this tab when it was left, by the key of the entry. */
let positions: Record<string, number> = {};

const storageKey = 'scroll-positions';

/** Stores the current scroll position for an entry. */
export function storeScrollPosition(key: string): void {
  positions[key] = window.scrollY;
}

/** Gives the scroll position at which an entry was left, in this document or an earlier one of this tab. */
export function scrollPositionOf(key: string): number | undefined {
  return positions[key];
}

/**
 * Takes over scroll restoration from the browser, which would scroll before the page of an entry is rendered, until the document is left.
 * Without storage, positions end with the document.
 */
export function restoreScrolling(currentKey: () => string): () => void {
  try {
    // The listener below writes the value, so its shape is known.
    positions = { ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'), ...positions };
  } catch {}
  const begin = () => {
    history.scrollRestoration = 'manual';
  };
  const end = () => {
    storeScrollPosition(currentKey());
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(positions));
    } catch {}
    history.scrollRestoration = 'auto';
  };
  begin();
  window.addEventListener('pagehide', end);
  window.addEventListener('pageshow', begin);
  return () => {
    window.removeEventListener('pagehide', end);
    window.removeEventListener('pageshow', begin);
  };
}
