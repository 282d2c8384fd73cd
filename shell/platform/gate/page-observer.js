// Runs in a page of the gate's browser before the page's own code. `key` is the global that returns the report. The file is a
// classic script whose value is a function; it is sent to the browser as text.
(function observePage(key, isAlive, frame, settled) {
  const { getOwnPropertyDescriptor, defineProperty, is } = Object;
  const { ownKeys, apply } = Reflect;
  const { setTimeout } = window;
  const address = location.href;
  const problems = [];

  function note(sentence) {
    if (problems.length < 20 && !problems.includes(sentence)) problems.push(sentence);
  }

  /** The timeout of scripts that wait for the page, by the clock, in milliseconds. The trial itself uses the page's own time. */
  const givesUp = 5000;
  const givenUpAfter = 3_600_000;
  defineProperty(window, 'setTimeout', {
    ...getOwnPropertyDescriptor(window, 'setTimeout'),
    value: {
      setTimeout: (handler, delay, ...rest) =>
        apply(setTimeout, window, [handler, delay >= givesUp ? givenUpAfter : delay, ...rest]),
    }.setTimeout,
  });

  /** Calls that a page must not make while it hydrates. They are reported and have no effect. */
  const acts = [
    [Document.prototype, ['write', 'writeln', 'open'], 'document'],
    [window, ['alert', 'confirm', 'prompt', 'print', 'open'], 'window'],
    [window.ServiceWorkerContainer?.prototype, ['register'], 'navigator.serviceWorker'],
  ];
  for (const [owner, names, title] of acts) {
    for (const name of names) {
      const existing = owner && getOwnPropertyDescriptor(owner, name);
      if (!existing) continue;
      const value = { [name]: () => note(`calls ${title}.${name}`) }[name];
      defineProperty(owner, name, { ...existing, value });
    }
  }

  /** The original built-ins: objects by name, with their properties. */
  const known = new Map();
  /** Objects for which additions are reported, too. React and others add properties to the rest. */
  const closed = new Map();

  function know(name, object, isClosed) {
    if (object === null || (typeof object !== 'object' && typeof object !== 'function')) return;
    const properties = new Map();
    for (const property of ownKeys(object)) properties.set(property, getOwnPropertyDescriptor(object, property));
    known.set(object, [name, properties]);
    if (isClosed) closed.set(object, true);
  }

  /** Hundreds of interfaces that pages of text and forms do not use. */
  const exotic =
    /^(?:SVG|WebGL|RTC|GPU|XR|Audio|Media|USB|HID|Bluetooth|Web(?:Socket|Transport)|Speech|Payment|IDB|CSS.)/;

  const ownHere = new Map(ownKeys(window).map((name) => [name, getOwnPropertyDescriptor(window, name)]));
  for (const [name, { value }] of ownHere) {
    const title = String(name);
    if (value === window || known.has(value) || exotic.test(title)) continue;
    if (typeof value === 'function') {
      know(title, value, true);
      know(`${title}.prototype`, value.prototype, true);
    } else if (/^[A-Z]/.test(title) || title === 'console') know(title, value, true);
  }
  for (const name of ['document', 'navigator', 'history', 'location']) know(name, window[name], false);

  function differs(before, now) {
    if (!before || !now) return before !== now;
    return !is(before.value, now.value) || before.get !== now.get || before.set !== now.set;
  }

  /** Frames appear as properties of the window. */
  function isFrame(object, property) {
    return object === window && typeof property === 'string' && /^\d+$/.test(property);
  }

  function changes() {
    const found = [];
    const compare = (title, object, properties, countsAdded) => {
      for (const [property, before] of properties) {
        if (differs(before, getOwnPropertyDescriptor(object, property))) found.push(`${title}.${String(property)}`);
      }
      if (!countsAdded) return;
      for (const property of ownKeys(object)) {
        if (!properties.has(property) && !isFrame(object, property)) found.push(`${title}.${String(property)}`);
      }
    };
    compare('window', window, ownHere, true);
    for (const [object, [title, properties]] of known) compare(title, object, properties, closed.has(object));
    return found.filter((change) => change !== `window.${key}`).slice(0, 50);
  }

  window.addEventListener('unhandledrejection', ({ reason }) => note(`leaves a promise rejected: ${words(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, disposition }) => {
    if (disposition === 'enforce') note(`breaks the content security policy (${violatedDirective}: ${blockedURI})`);
  });

  function words(error) {
    try {
      return String(error).split('\n')[0].slice(0, 200);
    } catch {
      return 'something that cannot be read';
    }
  }

  /** Returns the site's URLs that the page shows or may show: pictures in all sizes, and URLs in styles. */
  function shown() {
    const found = new Set();
    const add = (address, base) => {
      // A fragment is not a file.
      if (!address || address.startsWith('#')) return;
      try {
        const { origin, pathname, search } = new URL(address, base);
        if (origin === location.origin) found.add(pathname + search);
      } catch {
        // Browsers do not request an invalid URL.
      }
    };
    const addStyles = (text, base) => {
      for (const [, address] of text.matchAll(/url\("([^"]*)"\)/g)) add(address, base);
    };
    for (const element of document.querySelectorAll('img, source, video, image, input[type=image]')) {
      for (const name of ['src', 'poster', 'href']) add(element.getAttribute(name), document.baseURI);
      for (const size of (element.getAttribute('srcset') ?? '').split(/,\s/)) {
        add(size.trim().split(/\s/)[0], document.baseURI);
      }
    }
    for (const { style } of document.querySelectorAll('[style*="url("]')) addStyles(style.cssText, document.baseURI);
    for (const sheet of document.styleSheets) {
      for (const { cssText } of sheet.cssRules) addStyles(cssText, sheet.href ?? document.baseURI);
    }
    return [...found].slice(0, 500);
  }

  const pause = (time) => new Promise((resolve) => apply(setTimeout, window, [resolve, time]));

  /** A document that has just begun has no root element yet, which the host's condition may read. */
  const isRunning = () => document.documentElement !== null && isAlive();

  async function report() {
    while (!isRunning()) await pause(10);
    // A hydrated page may still act a moment later.
    await pause(settled);
    if (location.href !== address) note(`leads to ${location.href.slice(0, 200)}`);
    if (!isRunning()) note('came alive and went again');
    else if (!document.querySelector('h1')) note('has lost its heading');
    return JSON.stringify({ isAlive: true, problems, changes: changes(), frame: frame(), shown: shown() });
  }

  defineProperty(window, key, { value: report });
});
