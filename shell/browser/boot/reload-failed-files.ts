/** Retries have unique URLs, which are not requested again after they load. */
const retried = /[?~]/;

/**
 * Fetches a failed script again, past every cache, so that its URL works for the rest of the visit and on later pages.
 * WebKit answers every script whose preload failed with that failure, without a request, until something else requests the
 * URL. A corrupt copy stays in any browser's cache for a year.
 */
export function reloadFailedFiles(page: Document): void {
  const reloadFailed = ({ target }: Event) => {
    const { href, src = href, integrity } = target as HTMLLinkElement & HTMLScriptElement;
    if (!integrity || !src.startsWith(location.origin) || retried.test(src)) return;
    reload(src, integrity);
  };
  // Load errors of elements do not bubble; only capturing listeners get them.
  page.addEventListener('error', reloadFailed, true);
}

/** Does the same for the current script if it was loaded as a retry, because its failure had no listener. */
export function reloadOwnFile({ currentScript }: Document): void {
  if (!(currentScript instanceof HTMLScriptElement) || !retried.test(currentScript.src)) return;
  reload(currentScript.src.replace(/[?].*/, ''), currentScript.integrity);
}

function reload(src: string, integrity: string): void {
  fetch(src, { cache: 'reload', integrity, priority: 'low' }).catch(() => {});
}
