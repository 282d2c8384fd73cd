// Scripts that run in the page in place of commands that only Playwright's build of WebKit has.

/** The prefix of the console message with which a page reports its new URL. */
export const addressTag = '__address_changed__';

/** Reports each change of the URL within a document (history, anchors). */
export const watchAddress = `(() => {
  if (window.top !== window || window['${addressTag}']) return;
  Object.defineProperty(window, '${addressTag}', { value: true });
  let last = location.href;
  const debug = console.debug.bind(console);
  const tell = () => {
    if (location.href === last) return;
    last = location.href;
    debug('${addressTag}', last);
  };
  for (const name of ['pushState', 'replaceState']) {
    const original = History.prototype[name];
    History.prototype[name] = function (...args) {
      const result = original.apply(this, args);
      tell();
      return result;
    };
  }
  addEventListener('popstate', tell);
  addEventListener('hashchange', tell);
})()`;

/** Returns the boxes of an element, each as four corners. */
export const contentQuads = `function () {
  const element = this.nodeType === 1 ? this : this.parentElement;
  return [...(element?.getClientRects() ?? [])].map(({ left, right, top, bottom }) => [
    left, top, right, top, right, bottom, left, bottom,
  ]);
}`;

/** Scrolls an element, or a box in it, into the window. Returns what prevents it. */
export const scrollIntoView = `function (box) {
  const element = this.nodeType === 1 ? this : this.parentElement;
  if (!element?.isConnected) return 'Node is detached from document';
  const { left, top, right, bottom } = element.getBoundingClientRect();
  if (element.getClientRects().length === 0) return 'Node does not have a layout object';
  const place = box
    ? { left: left + box.x, top: top + box.y, right: left + box.x + box.width, bottom: top + box.y + box.height }
    : { left, top, right, bottom };
  const { clientWidth, clientHeight } = document.documentElement;
  const inside = place.left >= 0 && place.top >= 0 && place.right <= clientWidth && place.bottom <= clientHeight;
  if (!inside) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  return '';
}`;

export const goInHistory = (steps: number) =>
  `(() => { const can = history.length > 1; setTimeout(() => history.go(${steps})); return can; })()`;

export const insertText = (text: string) => `document.execCommand('insertText', false, ${JSON.stringify(text)})`;
