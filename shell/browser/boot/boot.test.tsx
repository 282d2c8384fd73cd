/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { catchEarlySubmits } from 'kit/early-submit';
import { hydratedEvent } from '../../app/page-scripts.ts';
import { catchEarlyEnter, reloadFailedFiles, reloadOwnFile, replayEarlyClicks } from './early.ts';
import { recordFirstSigns } from './first-signs.ts';
import { giveBackFirstClicks, holdFirstClicks } from './hold-first-clicks.ts';
import { requestEarlyScript } from './main.ts';
import { startScripts } from './start-scripts.ts';
import { isTooOld, sayTooOld } from './too-old.ts';

const scripts = {
  entry: [{ href: '/shell/main.js', integrity: 'sha384-x' }],
  preload: [{ href: '/remotes/a.js' }],
  atOnce: false,
};

const started = () => [...document.head.querySelectorAll('script')].map((script) => script.getAttribute('src'));

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

describe('the request for the second script', () => {
  const early = { href: '/shell/early.js' };

  afterEach(() => {
    Reflect.deleteProperty(document, 'firstSigns');
  });

  it('waits until the last content is painted', () => {
    requestEarlyScript(document, early, false);
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(199);
    expect(started()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(started()).toEqual(['/shell/early.js']);
  });

  it('is sent once, at the first interaction', () => {
    requestEarlyScript(document, early, false);
    window.dispatchEvent(new Event('pointerdown'));
    expect(started()).toEqual(['/shell/early.js']);
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(60_000);
    expect(started()).toEqual(['/shell/early.js']);
  });

  it('is sent immediately if the page requires it', () => {
    requestEarlyScript(document, early, true);
    expect(started()).toEqual(['/shell/early.js']);
  });
});

describe('starting the scripts', () => {
  it('waits for an interaction and starts them once', () => {
    startScripts(document, scripts);
    expect(started()).toEqual([]);
    window.dispatchEvent(new Event('pointerdown'));
    window.dispatchEvent(new Event('keydown'));
    expect(started()).toEqual(['/shell/main.js']);
    expect(document.head.querySelector('script')).toHaveProperty('integrity', 'sha384-x');
    expect(document.head.querySelector('link')?.getAttribute('href')).toBe('/remotes/a.js');
  });

  it('starts them after four seconds without an interaction', () => {
    startScripts(document, scripts);
    jest.advanceTimersByTime(3999);
    expect(started()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(started()).toEqual(['/shell/main.js']);
  });

  it('starts them once if the first interaction comes before the load event', () => {
    const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    startScripts(document, scripts);
    window.dispatchEvent(new Event('scroll'));
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(60_000);
    expect(started()).toEqual(['/shell/main.js']);
    state.mockRestore();
  });

  it('starts them immediately if the first interaction came before this script, unless it was on a link to another page', () => {
    document.body.innerHTML = '<a href="/contact">Contact</a><button>Open</button>';
    const [link, button] = document.body.children;
    const asked = jest.fn();
    const isMissed = (type: string, element = document.body.firstElementChild) => {
      recordFirstSigns(document, asked);
      element?.dispatchEvent(new Event(type, { bubbles: true }));
      startScripts(document, scripts);
      Reflect.deleteProperty(document, 'firstSigns');
      return started().length > 0;
    };
    expect(isMissed('touchstart', link)).toBe(false);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(isMissed('pointerdown', button)).toBe(true);
    window.dispatchEvent(new Event('keydown'));
    jest.advanceTimersByTime(60_000);
  });

  for (const [browser, supported, rel] of [
    ['the browser', true, 'prefetch'],
    ['Safari, which has no prefetch,', false, 'preload'],
  ] as const) {
    it(`lets ${browser} fetch them after the load event, without starting them`, () => {
      // jsdom supports neither.
      const supports = jest.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(supported);
      startScripts(document, scripts);
      jest.advanceTimersByTime(200);
      expect(started()).toEqual([]);
      const fetched = [...document.head.querySelectorAll<HTMLLinkElement>(`link[rel=${rel}]`)];
      expect(fetched.map((link) => link.getAttribute('href'))).toEqual(['/shell/main.js', '/remotes/a.js']);
      expect(fetched.map(({ integrity, fetchPriority }) => [integrity, fetchPriority])).toEqual([
        ['sha384-x', 'low'],
        ['', 'low'],
      ]);
      expect(supports).toHaveBeenCalledWith('prefetch');
      window.dispatchEvent(new Event('scroll'));
      expect(started()).toEqual(['/shell/main.js']);
      supports.mockRestore();
    });
  }

  it('ignores a touch of a link to another page, and starts them at a touch of an anchor', () => {
    document.body.innerHTML = '<a href="/contact">Contact</a><a href="#results">Results</a>';
    const [away, anchor] = document.querySelectorAll('a');
    startScripts(document, scripts);
    away?.dispatchEvent(new Event('touchstart', { bubbles: true }));
    expect(started()).toEqual([]);
    anchor?.dispatchEvent(new Event('touchstart', { bubbles: true }));
    expect(started()).toEqual(['/shell/main.js']);
  });

  it('starts them immediately if the page requires it', () => {
    startScripts(document, { ...scripts, atOnce: true });
    expect(started()).toEqual(['/shell/main.js']);
  });

  for (const name of ['localStorage', 'sessionStorage'] as const) {
    it(`starts them immediately if the ${name} contains an entry that replaces the page`, () => {
      startScripts(document, { ...scripts, atOnceWith: 'draft' });
      expect(started()).toEqual([]);
      window[name].setItem('draft', '{}');
      startScripts(document, { ...scripts, atOnceWith: 'draft' });
      expect(started()).toEqual(['/shell/main.js']);
      window[name].clear();
    });
  }
});

describe('a script that fails to load', () => {
  it('is requested again with growing delays and unique URLs until it loads', () => {
    startScripts(document, { ...scripts, atOnce: true });
    const fail = () => document.head.querySelector('script')?.dispatchEvent(new Event('error'));
    const addresses = new Set(started());
    const waits = [1000, 2000, 4000, 8000, 16_000, 16_000];
    for (const wait of waits) {
      fail();
      jest.advanceTimersByTime(wait - 1);
      expect(started()).toEqual([]);
      jest.advanceTimersByTime(1);
      expect(started()).toEqual([expect.stringMatching(/^\/shell\/main\.js\?\d+$/)]);
      addresses.add(started()[0] ?? '');
      expect(document.head.querySelector('script')).toHaveProperty('integrity', 'sha384-x');
    }
    expect(addresses.size).toBe(waits.length + 1);
  });

  it('is fetched again past the cache for later pages, if it is ours and not a retry', () => {
    const fetched = jest.fn(async () => new Response());
    Reflect.set(globalThis, 'fetch', fetched);
    reloadFailedFiles(document);
    document.head.innerHTML =
      '<link rel="preload" as="script" href="/remotes/a/1/a.js" integrity="sha384-a">' +
      '<script type="x" src="/shell/main.js" integrity="sha384-m"></script>' +
      '<script type="x" src="/shell/main.js?1" integrity="sha384-m"></script>' +
      '<script type="x" src="/remotes/a/1~1/a.js" integrity="sha384-a"></script>' +
      '<script type="x" src="https://other.example/a.js" integrity="sha384-o"></script>' +
      '<script type="x" src="/shell/free.js"></script><link rel="icon" href="/icon.svg">';
    for (const element of document.head.children) {
      // jsdom has the attribute but not the property.
      Object.assign(element, { integrity: element.getAttribute('integrity') ?? '' });
      element.dispatchEvent(new Event('error'));
    }
    expect(fetched.mock.calls).toEqual([
      ['http://localhost/remotes/a/1/a.js', { cache: 'reload', integrity: 'sha384-a', priority: 'low' }],
      ['http://localhost/shell/main.js', { cache: 'reload', integrity: 'sha384-m', priority: 'low' }],
    ]);
  });
});

describe('a script that loaded at the second attempt', () => {
  const fetched = jest.fn(async () => new Response());
  const runAs = (src: string) => {
    const script = Object.assign(document.createElement('script'), { type: 'x', src, integrity: 'sha384-e' });
    const current = jest.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
    reloadOwnFile(document);
    current.mockRestore();
  };

  it('fetches its first URL again, and nothing if the first attempt succeeded', () => {
    Reflect.set(globalThis, 'fetch', fetched);
    runAs('/shell/early.js');
    expect(fetched).not.toHaveBeenCalled();
    runAs('/shell/early.js?17');
    expect(fetched.mock.calls).toEqual([
      ['http://localhost/shell/early.js', { cache: 'reload', integrity: 'sha384-e', priority: 'low' }],
    ]);
  });
});

describe('a browser older than the supported ones', () => {
  it('is detected by missing features and shows a notice', () => {
    // jsdom has no import maps.
    expect(isTooOld()).toBe(true);
    Reflect.set(HTMLScriptElement, 'supports', (type: string) => type === 'importmap');
    expect(isTooOld()).toBe(false);
    Reflect.deleteProperty(HTMLScriptElement, 'supports');
    const notice = document.createElement('noscript');
    notice.textContent = '<p>JavaScript is off: call <a href="tel:1">1</a>.</p>';
    document.body.append(notice);
    sayTooOld(document);
    expect(document.body.innerHTML).toBe('<p>This browser is too old: call <a href="tel:1">1</a>.</p>');
  });
});

describe('Enter while the button of a form is disabled before hydration', () => {
  const enterIn = (input: Element | null, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...more });
    input?.dispatchEvent(event);
    return event;
  };
  const isKept = (form: Element | null) => form?.hasAttribute('data-early-submit');
  const render = (value: string, attributes = '') => {
    document.body.innerHTML = `<form data-kit-form ${attributes}><input value="${value}"><button type="submit" disabled></button></form>`;
    return { form: document.querySelector('form'), input: document.querySelector('input') };
  };

  it('is kept as an early submit, even if it came before this script', () => {
    catchEarlySubmits(document);
    const before = render('demo');
    const missed = enterIn(before.input);
    expect(isKept(before.form)).toBe(false);
    catchEarlyEnter(document, [missed]);
    expect(isKept(before.form)).toBe(true);
    const { form, input } = render('demo');
    enterIn(input);
    expect(isKept(form)).toBe(true);
  });

  it('is ignored in an empty field, during composition, and after hydration', () => {
    catchEarlySubmits(document);
    catchEarlyEnter(document, []);
    const empty = render('');
    enterIn(empty.input);
    expect(isKept(empty.form)).toBe(false);
    const composing = render('demo');
    enterIn(composing.input, { isComposing: true });
    expect(isKept(composing.form)).toBe(false);
    const ready = render('demo', 'data-ready');
    const submits = jest.fn();
    ready.form?.addEventListener('submit', submits);
    enterIn(ready.input);
    expect(submits).not.toHaveBeenCalled();
  });
});

describe('clicks before the second script', () => {
  it('are held, once for each control, which shows a pending state and gets the focus; other clicks are not', () => {
    document.body.innerHTML =
      '<header><button>Menu</button></header><main><button type="button"><b>Open</b></button>' +
      '<form><button type="submit">Send</button></form></main>';
    const [menu, open, send] = document.querySelectorAll('button');
    document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
    const heard: string[] = [];
    holdFirstClicks(document);
    document.addEventListener('click', (event) => heard.push((event.target as HTMLElement).textContent ?? ''));
    document.querySelector('b')?.click();
    open?.click();
    menu?.click();
    send?.click();
    expect(heard).toEqual(['Menu', 'Send']);
    expect(open?.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(open);

    replayEarlyClicks(document);
    giveBackFirstClicks(document);
    expect(heard).toEqual(['Menu', 'Send']);
    document.dispatchEvent(new Event(hydratedEvent));
    expect(heard).toEqual(['Menu', 'Send', 'Open']);
    expect(open?.hasAttribute('aria-busy')).toBe(false);
    open?.click();
    expect(heard).toEqual(['Menu', 'Send', 'Open', 'Open']);
  });
});

describe('clicks before hydration', () => {
  it('are repeated once on the clicked element after hydration', () => {
    document.body.innerHTML =
      '<main><button type="button">Open</button><form><button type="submit">Send</button></form></main>';
    const [open, send] = document.querySelectorAll('button');
    const heard: string[] = [];
    replayEarlyClicks(document);
    document.addEventListener('click', (event) => heard.push((event.target as HTMLElement).textContent ?? ''));
    document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());

    open?.click();
    open?.click();
    expect(heard).toEqual([]);
    send?.click();
    expect(heard).toEqual(['Send']);

    document.dispatchEvent(new Event(hydratedEvent));
    expect(heard).toEqual(['Send', 'Open']);
    open?.click();
    expect(heard).toEqual(['Send', 'Open', 'Open']);
  });

  it('make React hydrate without a pause, by events that no visitor causes', () => {
    document.body.innerHTML = '<main><button type="button">Open</button></main>';
    replayEarlyClicks(document);
    const told: boolean[] = [];
    document.addEventListener('mouseover', ({ isTrusted }) => told.push(isTrusted));
    document.querySelector('button')?.click();
    expect(told).toEqual([]);
    jest.advanceTimersByTime(150);
    expect(told).toEqual([false, false, false]);
    document.dispatchEvent(new Event(hydratedEvent));
    jest.advanceTimersByTime(60_000);
    expect(told).toHaveLength(3);
  });

  it('on an anchor of the page scroll immediately and are repeated; the browser follows other links', () => {
    document.body.innerHTML =
      '<a href="#contact">Talk</a><a href="/#contact">Same</a><a href="#none">Nowhere</a><a href="/services#contact">Other page</a>' +
      '<section id="contact"></section>';
    const scrolled = jest.fn();
    Object.assign(document.querySelector('section') as HTMLElement, { scrollIntoView: scrolled });
    const heard: string[] = [];
    replayEarlyClicks(document);
    document.addEventListener('click', (event) => {
      heard.push((event.target as HTMLElement).textContent ?? '');
      event.preventDefault();
    });
    const [talk, ...others] = document.querySelectorAll('a');
    for (const link of [talk, ...others]) link?.click();
    talk?.dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true }));
    expect(scrolled).toHaveBeenCalledTimes(2);
    expect(heard).toEqual(['Nowhere', 'Other page', 'Talk']);

    document.dispatchEvent(new Event(hydratedEvent));
    expect(heard).toEqual(['Nowhere', 'Other page', 'Talk', 'Talk', 'Same']);
  });

  it('on a link to the page itself are repeated, so that typed text stays', () => {
    document.body.innerHTML = '<a href="/">Home</a>';
    const heard = jest.fn((event: Event) => event.preventDefault());
    replayEarlyClicks(document);
    document.addEventListener('click', heard);
    document.querySelector('a')?.click();
    expect(heard).not.toHaveBeenCalled();
    document.dispatchEvent(new Event(hydratedEvent));
    expect(heard).toHaveBeenCalledTimes(1);
    document.removeEventListener('click', heard);
  });

  it('show a pending state: the button is busy, the last clicked tab is marked', () => {
    document.body.innerHTML =
      '<main><div role="tablist"><button role="tab" aria-selected="true">Roofing</button>' +
      '<button role="tab" aria-selected="false">HVAC</button><button role="tab" aria-selected="false">Solar</button></div></main>';
    const [roofing, hvac, solar] = document.querySelectorAll('button');
    const heard: string[] = [];
    replayEarlyClicks(document);
    document.addEventListener('click', (event) => heard.push((event.target as HTMLElement).textContent ?? ''));
    hvac?.click();
    solar?.click();
    expect([roofing, hvac, solar].map((tab) => tab?.getAttribute('aria-selected'))).toEqual(['false', 'false', 'true']);
    expect(solar?.getAttribute('aria-busy')).toBe('true');

    document.dispatchEvent(new Event(hydratedEvent));
    expect(heard).toEqual(['Solar']);
    expect(solar?.hasAttribute('aria-busy')).toBe(false);
  });
});
