/** For how long a page that was left may still be there, since the next one has not answered; in milliseconds. */
const patience = 10_000;

let listeners = 0;
let leftAt = Number.NEGATIVE_INFINITY;

const handleLeaving = () => {
  leftAt = performance.now();
};

/**
 * Listens from here on, until what it gives is called. WebKit refuses every load between a page's being left and its end, also
 * one that begins only then: whoever waits before a load listens meanwhile.
 */
export function hearLeaving(): () => void {
  // Only where somebody needs it: such a listener keeps a page out of Firefox's back/forward cache.
  if (listeners === 0) addEventListener('beforeunload', handleLeaving);
  listeners += 1;
  let isListening = true;
  return () => {
    if (!isListening) return;
    isListening = false;
    listeners -= 1;
    if (listeners === 0) removeEventListener('beforeunload', handleLeaving);
  };
}

/**
 * Loads something for as long as the visitor is here. Browsers end what is on its way once a page is being left, and
 * Firefox and WebKit tell the page so as a failure, which is nobody's: it is held back until the page is gone. Where
 * the page stays after all (a download, a stopped navigation, Back to it), what failed is loaded anew.
 */
export async function loadWhileHere<T>(load: () => Promise<T>): Promise<T> {
  const stop = hearLeaving();
  try {
    return await loadUnlessLeft(load);
  } finally {
    stop();
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
