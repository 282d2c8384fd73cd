import type { PageScript, PageScripts } from '../../app/page-scripts.ts';

/** A visitor who does one of these is about to use the page. */
const signs = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'] as const;

/** Without any sign the scripts start after this long a quiet while behind the load, in milliseconds. */
const quietWhile = 4000;

/** Starts the page's scripts at the visitor's first sign, after a quiet while, or at once where the page says so. */
export function startScripts(page: Document, scripts: PageScripts): void {
  if (scripts.atOnce) {
    start(page, scripts);
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    clearTimeout(timer);
    for (const sign of signs) removeEventListener(sign, begin, true);
    start(page, scripts);
  };
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
  const waitForQuiet = () => {
    timer = setTimeout(begin, quietWhile);
  };
  if (page.readyState === 'complete') waitForQuiet();
  else addEventListener('load', waitForQuiet, { once: true });
}

function start(page: Document, { entry, preload }: PageScripts): void {
  for (const { href, integrity } of preload) {
    const link = page.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: 'anonymous', integrity: integrity ?? '', href });
    page.head.append(link);
  }
  for (const script of entry) page.head.append(scriptElement(page, script));
}

function scriptElement(page: Document, { href, integrity }: PageScript): HTMLScriptElement {
  const script = page.createElement('script');
  // Inserted scripts run as they arrive unless told to keep their order.
  Object.assign(script, { async: false, crossOrigin: 'anonymous', integrity: integrity ?? '', src: href });
  return script;
}
