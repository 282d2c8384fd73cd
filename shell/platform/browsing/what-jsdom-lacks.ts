import type { DOMWindow } from 'jsdom';
import type { TrialAnswer } from './host-pages.ts';

type Ask = (path: string) => Promise<TrialAnswer>;

/**
 * Gives a page what every browser has and jsdom has not, as far as pages need it to come alive, and takes from it what
 * would lead out: layout is empty, nothing is ever seen, no media query matches.
 */
export function addWhatIsMissing(window: DOMWindow, ask: Ask, origin: string): void {
  const define = (target: object, name: string, value: unknown) => {
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
  };
  for (const name of ['XMLHttpRequest', 'WebSocket']) Reflect.deleteProperty(window, name);
  const observing = class {
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  };
  for (const name of ['IntersectionObserver', 'ResizeObserver', 'PerformanceObserver']) define(window, name, observing);
  define(window, 'matchMedia', (media: string) => ({
    media,
    matches: false,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => true,
  }));
  define(window.HTMLScriptElement, 'supports', (type: string) => type === 'importmap' || type === 'module');
  define(window.DOMTokenList.prototype, 'supports', () => true);
  define(window, 'CSS', { supports: () => true, escape: (text: string) => text });
  define(window.AbortSignal, 'timeout', () => new window.AbortController().signal);
  define(window, 'structuredClone', (value: unknown) => JSON.parse(JSON.stringify(value)));
  define(window, 'TextEncoder', TextEncoder);
  define(window, 'TextDecoder', TextDecoder);
  define(window.Element.prototype, 'scrollIntoView', () => {});
  define(window.Element.prototype, 'animate', () => ({ finished: Promise.resolve(), cancel() {} }));
  define(window.Element.prototype, 'getAnimations', () => []);
  define(window.Document.prototype, 'getAnimations', () => []);
  define(window.performance, 'getEntriesByType', () => []);
  define(window.performance, 'mark', () => {});
  define(window.navigator, 'sendBeacon', () => true);
  // In place of jsdom's own, which says that it is not there.
  for (const name of ['scrollTo', 'scrollBy', 'scroll']) {
    Object.defineProperty(window, name, { value: () => {}, writable: true, configurable: true });
  }
  define(window, 'fetch', (address: unknown) => fetchFromSite(window, String(address), { ask, origin }));
}

/** As much of an answer as pages look at. */
async function fetchFromSite(window: DOMWindow, address: string, { ask, origin }: { ask: Ask; origin: string }) {
  const url = new URL(address, window.location.href);
  if (url.origin !== origin) throw new window.TypeError('Failed to fetch');
  const { status, headers, body } = await ask(url.pathname + url.search);
  const text = Buffer.from(body).toString('utf8');
  const found = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => found.get(name.toLowerCase()) ?? null },
    text: async () => text,
    json: async () => JSON.parse(text),
  };
}
