/** How far down each entry of this tab's history was left, by the entry's key. */
let positions: Record<string, number> = {};

const storageKey = 'scroll-positions';

/** Notes where an entry is left. */
export function storeScrollPosition(key: string): void {
  positions[key] = window.scrollY;
}

/** Where an entry was left, in this document or in one before it in this tab. */
export function scrollPositionOf(key: string): number | undefined {
  return positions[key];
}

/**
 * Takes over from the browser, which would scroll before the page of an entry is there, until the document goes away.
 * Without storage, positions end with the document.
 */
export function restoreScrolling(currentKey: () => string): () => void {
  try {
    // Written below.
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
