import { noScriptsReason } from '../../app/page-scripts.ts';

/**
 * Is the browser older than any that the site is built for (`.browserslistrc`)? Import maps came to Safari with 16.4, to
 * Firefox with 108; the time limit of requests came to Chrome with 103.
 */
export function isTooOld(): boolean {
  return !(HTMLScriptElement.supports?.('importmap') && 'timeout' in AbortSignal);
}

/** What a browser without scripts says: the page stays as the server made it, and nothing waits for what never comes. */
export function sayTooOld(page: Document): void {
  const notice = page.querySelector('body > noscript');
  // Where scripts run it holds its markup as text: our own server's.
  if (notice) notice.outerHTML = (notice.textContent ?? '').replace(noScriptsReason, 'This browser is too old');
}
