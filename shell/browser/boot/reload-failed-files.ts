/** Retries have addresses of their own, which nobody asks for again once they came. */
const retried = /[?~]/;

/**
 * Fetches a script that failed once more, past every cache, so that its address is good again for the rest of the visit
 * and for later pages. WebKit answers every later script of an address whose preload failed with that failure, without
 * a request, until something else asks for it; and a broken copy stays in the cache of any browser for a year.
 */
export function reloadFailedFiles(page: Document): void {
  const reloadFailed = ({ target }: Event) => {
    const { href, src = href, integrity } = target as HTMLLinkElement & HTMLScriptElement;
    if (!integrity || !src.startsWith(location.origin) || retried.test(src)) return;
    reload(src, integrity);
  };
  // Of elements that could not be loaded only capturing listeners hear.
  page.addEventListener('error', reloadFailed, true);
}

/** The same for the script that runs right now, if it came as a retry: nobody heard then that it had failed. */
export function reloadOwnFile({ currentScript }: Document): void {
  if (!(currentScript instanceof HTMLScriptElement) || !retried.test(currentScript.src)) return;
  reload(currentScript.src.replace(/[?].*/, ''), currentScript.integrity);
}

function reload(src: string, integrity: string): void {
  fetch(src, { cache: 'reload', integrity, priority: 'low' }).catch(() => {});
}
