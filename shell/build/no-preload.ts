/**
 * Stands in for `preloadRemote` of the federation runtime, which needs manifests: pages name the scripts that they are to
 * fetch ahead (`app/page-scripts.ts`), and links have their pages loaded (`browser/remotes/load-ahead.ts`).
 */
export function formatPreloadArgs(): never {
  throw new Error('the shell is built without preloadRemote');
}

export {
  formatPreloadArgs as defaultPreloadArgs,
  formatPreloadArgs as normalizePreloadExposes,
  formatPreloadArgs as preloadAssets,
};
