// Runs in each bundle of a page in development.

declare global {
  interface ImportMeta {
    webpackHot?: {
      status(): string;
      addStatusHandler(handler: (status: string) => void): void;
    };
  }
}

/** `c` has the modules of the bundle that have run, with the error of each that threw. */
declare const __webpack_require__: { c: Record<string, { error?: unknown }> };

/**
 * Reloads the page if a module threw while an update was applied. React Refresh logs such an error and goes on, so the page would
 * stay as it was before the edit. The first import of a shared module always throws, because Module Federation loads shared
 * modules with a chunk, and not with an update.
 */
function reloadIfFailed(): void {
  // Another update follows at once if there is a newer build, and may mend the module.
  setTimeout(() => {
    const hasFailed = Object.values(__webpack_require__.c).some(({ error }) => error !== undefined);
    if (hasFailed && import.meta.webpackHot?.status() === 'idle') location.reload();
  });
}

// A worker, which has no document, cannot reload the page.
if (import.meta.webpackHot && 'document' in globalThis) {
  // An update ends as idle. A page that fails at each load gets no update then, so it is not reloaded again.
  import.meta.webpackHot.addStatusHandler((status) => {
    if (status === 'idle') reloadIfFailed();
  });
}
