/** In milliseconds. A page can exist this long after a navigation starts, while the next page does not answer. */
const leavingTimeout = 10_000;

let listeners = 0;
let leftAt = Number.NEGATIVE_INFINITY;

const handleLeaving = () => {
  leftAt = performance.now();
};

/**
 * Listens for the start of a navigation until the returned function is called. WebKit refuses every load from that moment
 * until the page ends, even a load that starts later, so code that waits before a load must listen while it waits.
 */
export function hearLeaving(): () => void {
  // The listener is added only on demand, because it keeps a page out of Firefox's back/forward cache.
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
 * Loads something for as long as the visitor is on the page. Browsers abort requests when a navigation starts, and Firefox
 * and WebKit report that as a failure. The failure is delayed until the page ends. If the page stays after all (a download, a
 * stopped navigation, a return through Back), the request is repeated.
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
    const rest = leftAt + leavingTimeout - performance.now();
    if (rest <= 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, rest));
    return loadUnlessLeft(load);
  }
}
