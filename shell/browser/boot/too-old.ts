import { noScriptsReason } from '../../app/page-scripts.ts';

/**
 * True if the browser is older than any that the site supports (`.browserslistrc`). Import maps came with Safari 16.4 and
 * Firefox 108, AbortSignal.timeout with Chrome 103.
 */
export function isTooOld(): boolean {
  return !(HTMLScriptElement.supports?.('importmap') && 'timeout' in AbortSignal);
}

/** Shows the notice for browsers without scripts and keeps the server's page, so that nothing waits for scripts. */
export function sayTooOld(page: Document): void {
  const notice = page.querySelector('body > noscript');
  // A `noscript` element holds its markup as text if scripts are on. Our server wrote it.
  if (notice) notice.outerHTML = (notice.textContent ?? '').replace(noScriptsReason, 'This browser is too old');
}
