/** Retries have addresses of their own, which nobody asks for again once they came. */
const retried = /[?~]/;

/**
 * Fetches a script that failed once more, past every cache, so that its address is good again for the rest of the visit
 * and for later pages. WebKit answers every later script of an address whose preload failed with that failure, without
 * a request, until something else asks for it; and a broken copy stays in the cache of any browser for a year.
 */
export function reloadFailedFiles(page: Document): void {
  const reload = ({ target }: Event) => {
    const { href, src = href, integrity } = target as HTMLLinkElement & HTMLScriptElement;
    if (!integrity || !src.startsWith(location.origin) || retried.test(src)) return;
    fetch(src, { cache: 'reload', integrity, priority: 'low' }).catch(() => {});
  };
  // Of elements that could not be loaded only capturing listeners hear.
  page.addEventListener('error', reload, true);
}
