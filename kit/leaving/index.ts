/** For how long a page that was left may still be there, since the next one has not answered; in milliseconds. */
const patience = 10_000;

let loads = 0;
let leftAt = Number.NEGATIVE_INFINITY;

const handleLeaving = () => {
  leftAt = performance.now();
};

/**
 * Listens from here on, until the first load has ended. WebKit refuses every load between a page's being left and its end,
 * also one that begins only then.
 */
export function hearLeaving(): void {
  addEventListener('beforeunload', handleLeaving);
}

/**
 * Loads something for as long as the visitor is here. Browsers end what is on its way once a page is being left, and
 * Firefox and WebKit tell the page so as a failure, which is nobody's: it is held back until the page is gone. Where
 * the page stays after all (a download, a stopped navigation, Back to it), what failed is loaded anew.
 */
export async function loadWhileHere<T>(load: () => Promise<T>): Promise<T> {
  // Only meanwhile: such a listener keeps a page out of Firefox's back/forward cache.
  if (loads === 0) hearLeaving();
  loads += 1;
  try {
    return await loadUnlessLeft(load);
  } finally {
    loads -= 1;
    if (loads === 0) removeEventListener('beforeunload', handleLeaving);
  }
}

async function loadUnlessLeft<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const rest = leftAt + patience - performance.now();
    if (rest <= 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, rest));
    return loadUnlessLeft(load);
  }
}
