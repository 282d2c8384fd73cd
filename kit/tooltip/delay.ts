/** When a tooltip may open: after a while, or at once when another has just been closed. Milliseconds. */
export function createDelay({ open, skip }: { open: number; skip: number }) {
  let closedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Calls when it is time; gives a function that calls it off. */
    whenDue(callback: () => void): () => void {
      const wait = Date.now() - closedAt <= skip ? 0 : open;
      const timer = setTimeout(callback, wait);
      return () => clearTimeout(timer);
    },
    closed() {
      closedAt = Date.now();
    },
  };
}
