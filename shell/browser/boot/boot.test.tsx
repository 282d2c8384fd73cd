/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { catchEarlySubmits } from 'kit/early-submit';
import { hydratedEvent } from '../../app/page-scripts.ts';
import { askForEarly } from './ask-for-early.ts';
import { catchEarlyEnter } from './catch-early-enter.ts';
import { hearFirstSigns } from './first-signs.ts';
import { giveBackFirstClicks, holdFirstClicks } from './hold-first-clicks.ts';
import { reloadFailedFiles, reloadOwnFile } from './reload-failed-files.ts';
import { replayEarlyClicks } from './replay-early-clicks.ts';
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

describe('asking for the second script', () => {
  const early = { href: '/shell/early.js' };

  afterEach(() => {
    Reflect.deleteProperty(document, 'firstSigns');
  });

  it('waits until what was loaded last is painted', () => {
    askForEarly(document, early, false);
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(199);
    expect(started()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(started()).toEqual(['/shell/early.js']);
  });

  it('comes with the first sign of the visitor, and once', () => {
    askForEarly(document, early, false);
    window.dispatchEvent(new Event('pointerdown'));
    expect(started()).toEqual(['/shell/early.js']);
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(60_000);
    expect(started()).toEqual(['/shell/early.js']);
  });

  it('comes at once where the page says so', () => {
    askForEarly(document, early, true);
    expect(started()).toEqual(['/shell/early.js']);
  });
});

describe('starting the scripts', () => {
  it('waits for a sign of the visitor and starts them once', () => {
    startScripts(document, scripts);
    expect(started()).toEqual([]);
    window.dispatchEvent(new Event('pointerdown'));
    window.dispatchEvent(new Event('keydown'));
    expect(started()).toEqual(['/shell/main.js']);
    expect(document.head.querySelector('script')).toHaveProperty('integrity', 'sha384-x');
    expect(document.head.querySelector('link')?.getAttribute('href')).toBe('/remotes/a.js');
  });

  it('starts them after four quiet seconds', () => {
    startScripts(document, scripts);
    jest.advanceTimersByTime(3999);
    expect(started()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(started()).toEqual(['/shell/main.js']);
  });

  it('starts them once for a visitor whose first sign comes before the load', () => {
    const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    startScripts(document, scripts);
    window.dispatchEvent(new Event('scroll'));
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(60_000);
    expect(started()).toEqual(['/shell/main.js']);
    state.mockRestore();
  });

  it('starts them at once when the first sign came before this script, unless that led away', () => {
    document.body.innerHTML = '<a href="/contact">Contact</a><button>Open</button>';
    const [link, button] = document.body.children;
    const asked = jest.fn();
    const isMissed = (type: string, element = document.body.firstElementChild) => {
      hearFirstSigns(document, asked);
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
    it(`has ${browser} fetch them ahead once the page has settled, without starting them`, () => {
      // jsdom has neither.
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

  it('lets a touch of a link to another page alone, and takes one of an anchor of this page', () => {
    document.body.innerHTML = '<a href="/contact">Contact</a><a href="#results">Results</a>';
    const [away, anchor] = document.querySelectorAll('a');
    startScripts(document, scripts);
    away?.dispatchEvent(new Event('touchstart', { bubbles: true }));
    expect(started()).toEqual([]);
    anchor?.dispatchEvent(new Event('touchstart', { bubbles: true }));
    expect(started()).toEqual(['/shell/main.js']);
  });

  it('starts them at once where the page says so', () => {
    startScripts(document, { ...scripts, atOnce: true });
    expect(started()).toEqual(['/shell/main.js']);
  });

  for (const name of ['localStorage', 'sessionStorage'] as const) {
    it(`starts them at once where the ${name} holds what replaces the page, and only there`, () => {
      startScripts(document, { ...scripts, atOnceWith: 'draft' });
      expect(started()).toEqual([]);
      window[name].setItem('draft', '{}');
      startScripts(document, { ...scripts, atOnceWith: 'draft' });
      expect(started()).toEqual(['/shell/main.js']);
      window[name].clear();
    });
  }
});

describe('a script that does not come', () => {
  it('is asked for again, with growing waits and under addresses of their own, until it does', () => {
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

  it('has its address mended for later pages, when it is ours and no retry', () => {
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

describe('a script that came at its second try', () => {
  const fetched = jest.fn(async () => new Response());
  const runAs = (src: string) => {
    const script = Object.assign(document.createElement('script'), { type: 'x', src, integrity: 'sha384-e' });
    const current = jest.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
    reloadOwnFile(document);
    current.mockRestore();
  };

  it('mends the address that it was asked for by first, and none when it came at once', () => {
    Reflect.set(globalThis, 'fetch', fetched);
    runAs('/shell/early.js');
    expect(fetched).not.toHaveBeenCalled();
    runAs('/shell/early.js?17');
    expect(fetched.mock.calls).toEqual([
      ['http://localhost/shell/early.js', { cache: 'reload', integrity: 'sha384-e', priority: 'low' }],
    ]);
  });
});

describe('a browser older than any of the list', () => {
  it('is told by what it lacks, and says why nothing works', () => {
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

describe('Enter while the button of a form waits for its script', () => {
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

  it('is kept as an early submit, also when it came before this script', () => {
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

  it('is nothing in an empty field, while a word is composed, and once the form works', () => {
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
  it('are kept for it, each control once, shown as heard and with the focus; other clicks are not touched', () => {
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
  it('are repeated once, on what was clicked, when the page can answer them', () => {
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

  it('hurry React until the page is hydrated, by events that no visitor makes', () => {
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

  it('on an anchor of the page scroll at once and are repeated; other links are left to the browser', () => {
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

  it('on a link to the page itself are repeated, so that what was typed stays', () => {
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

  it('show that they were heard: the button is busy, the last tab of a row is marked', () => {
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
