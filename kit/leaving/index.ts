/**
 * The longest time, in milliseconds, for which a page that was left may still be there because the next one has not
 * answered.
 */
const patience = 10_000;

let listeners = 0;
let leftAt = Number.NEGATIVE_INFINITY;

const handleLeaving = () => {
  leftAt = performance.now();
};

/**
 * Listens until the function that it gives is called. WebKit refuses every load between the moment a page is left and
 * its end, also a load that begins only then, so code that waits before a load has to listen meanwhile.
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
 * Loads something for as long as the visitor is on the page. Browsers abort requests when a page is left, and Firefox
 * and WebKit report that to the page as a failure, which is nobody's fault: it is held back until the page has ended.
 * If the page stays after all (a download, a stopped navigation, Back to it), the request is repeated.
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
