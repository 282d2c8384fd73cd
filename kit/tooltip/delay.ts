/** The delay before a tooltip opens: `open` milliseconds, or none within `skip` milliseconds after another one closed. */
export function createDelay({ open, skip }: { open: number; skip: number }) {
  let closedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Calls back after the delay. @returns a function that cancels it. */
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
