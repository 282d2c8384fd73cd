import { hydratedEvent, type PageScripts, pageScriptsElementId } from '../../app/page-scripts.ts';
import { firstSignsOf } from './first-signs.ts';
import { giveBackFirstClicks, hydratedControls } from './hold-first-clicks.ts';
import { hydrateInSlices, hydrateSoon } from './hydrate-in-slices.ts';
import { startScripts } from './start-scripts.ts';
import { isTooOld, sayTooOld } from './too-old.ts';

// The second script of every page, small and without React. It keeps what the visitor does before React has loaded, and
// loads everything else.

/**
 * Focuses a pressed control, which every browser except Safari does by itself. Without it a dialog would return the focus
 * to the wrong element, arrow keys would miss the selected tab, and the menu would lose its button. A keyboard press has a
 * click count of 0 and already has the focus.
 */
function focusPressed(page: Document): void {
  page.addEventListener(
    'click',
    ({ target, detail, isTrusted }) => {
      if (!isTrusted || detail === 0 || !(target instanceof Element)) return;
      const pressed = target.closest<HTMLElement>('button, summary, input, label');
      const control = pressed instanceof HTMLLabelElement ? pressed.control : pressed;
      // No scrolling and no focus ring: the visitor is looking at the control.
      if (control && control !== page.activeElement) control.focus({ preventScroll: true, focusVisible: false });
    },
    true,
  );
}

/** Marks a popover as open for the header's recipe, in browsers without `:popover-open`. */
const openMark = 'data-popover-open';

/**
 * Adds what browsers lack of popovers, one of which is the menu for phones. It closes when a link in it is followed, when the
 * focus moves on to what it covers, and when the visitor goes back. In Safari from 17 to 18.2 a tap outside does not close it
 * on phones; before 17 there are no popovers, and this script shows and hides it.
 */
function completePopovers(page: Document): void {
  const native = 'popover' in HTMLElement.prototype;
  // A tap on plain text fires no `click` on those phones, and `focusin` nowhere. Browsers show a page that was left again as it was.
  for (const type of ['pointerup', 'click', 'focusin', 'popstate', 'pagehide'])
    addEventListener(type, (event) => closeLeft(page, event, native), true);
  if (native) return;
  page.addEventListener('click', ({ target }) => press(page, target), true);
  page.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const popover of openOnes(page, native)) setOpen(page, popover, false)?.focus();
  });
}

const openOnes = (page: Document, native: boolean) =>
  page.querySelectorAll<HTMLElement>(native ? ':popover-open' : `[${openMark}]`);

/** Closes the popovers that the visitor leaves. The target of a navigation is the window or the document. */
function closeLeft(page: Document, { type, target }: Event, native: boolean): void {
  const isFollowed = type === 'click' && target instanceof Element && target.closest('a');
  for (const popover of openOnes(page, native)) {
    const isInside = [popover, buttonOf(page, popover)].some(
      (part) => target instanceof Node && part?.contains(target),
    );
    if (isInside && !isFollowed) continue;
    if (popover.hidePopover) popover.hidePopover();
    else setOpen(page, popover, false);
  }
}

function press(page: Document, target: EventTarget | null): void {
  const id = target instanceof Element && target.closest('[popovertarget]')?.getAttribute('popovertarget');
  const popover = id && page.getElementById(id);
  if (popover) setOpen(page, popover, !popover.hasAttribute(openMark));
}

function setOpen(page: Document, popover: HTMLElement, isOpen: boolean): HTMLElement | null {
  const button = buttonOf(page, popover);
  popover.toggleAttribute(openMark, isOpen);
  button?.setAttribute('aria-expanded', String(isOpen));
  return button;
}

function buttonOf(page: Document, popover: HTMLElement): HTMLElement | null {
  return page.querySelector<HTMLElement>(`[popovertarget="${popover.id}"]`);
}

/**
 * Keeps the server's style elements in their place in the head. When Emotion is evaluated, it moves all style elements without
 * this mark to the end of the head. The browser then parses every rule again, and a font that was too late for
 * `font-display: optional` appears and shifts the layout. The style elements in the markup of a remote with its own Emotion cache
 * must move, because React expects none there.
 */
export function pinServerStyles(page: Document): void {
  for (const style of page.head.querySelectorAll('style[data-emotion]')) style.setAttribute('data-s', '');
}

/** After one of these events the visitor may have scrolled elsewhere. */
const scrolling = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

/** In frames; after this many without movement the browser has finished its own scrolling. */
const framesUntilStill = 10;

/**
 * Corrects the scroll position of the URL's anchor. Browsers scroll smoothly to it while the page is loading, and layout
 * changes in the meantime leave them up to 80 px off (Chromium 153), with the target below the header.
 */
function keepAnchor(page: Document): void {
  const [entry] = performance.getEntriesByType('navigation');
  // After a reload or Back, the browser restores the visitor's own scroll position.
  if (!location.hash || (entry as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return;
  const { href } = location;
  let hasScrolled = firstSignsOf(page).some(({ type }) => scrolling.includes(type));
  // Pages that load their scripts immediately record no first interactions.
  for (const sign of scrolling) {
    addEventListener(sign, () => (hasScrolled = true), { capture: true, passive: true, once: true });
  }
  let [top, still] = [scrollY, 0];
  const check = () => {
    if (hasScrolled || location.href !== href) return;
    const isReady = page.readyState === 'complete' && page.fonts.status === 'loaded';
    still = isReady && scrollY === top ? still + 1 : 0;
    top = scrollY;
    if (still < framesUntilStill) requestAnimationFrame(check);
    else page.querySelector(':target')?.scrollIntoView({ behavior: 'instant' });
  };
  check();
}

/**
 * Handles Enter in a filled-in field before hydration. The form's button may still be disabled until scripts have seen the
 * input, and then Enter does nothing. Such an Enter is kept like any other early submit (`kit/forms/early-submit`).
 * @param missed - the events before this script ran
 */
export function catchEarlyEnter(page: Document, missed: readonly Event[]): void {
  for (const event of missed) sendByEnter(event);
  page.addEventListener('keydown', sendByEnter, true);
}

function sendByEnter(event: Event): void {
  if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || event.isComposing) return;
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.value === '') return;
  const { form } = target;
  if (!form?.matches('[data-kit-form]:not([data-ready])') || !form.querySelector('[type=submit]:disabled')) return;
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}

/**
 * Holds clicks that come before hydration and repeats them after it. React does not see the held clicks, so none is handled
 * twice. Anchors of the page scroll immediately; a button shows a pending state, and a tab is marked as selected.
 */
export function replayEarlyClicks(page: Document): void {
  const early = new Set<HTMLElement>();
  const buffer = (event: MouseEvent) => {
    const clicked =
      event.target instanceof Element ? event.target.closest<HTMLElement>(`${hydratedControls}, a[href]`) : null;
    const section = clicked instanceof HTMLAnchorElement ? sectionOf(clicked, event) : undefined;
    if (!clicked || section === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.add(clicked);
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
    if (section) return;
    showPending(clicked, early);
    hydrateSoon(page, clicked);
  };
  page.addEventListener('click', buffer, true);
  page.addEventListener(
    hydratedEvent,
    () => {
      page.removeEventListener('click', buffer, true);
      for (const button of early) {
        button.removeAttribute('aria-busy');
        if (button.isConnected) button.click();
      }
    },
    { once: true },
  );
}

/** In a row of tabs only the last click counts. */
function showPending(button: HTMLElement, early: Set<HTMLElement>): void {
  button.setAttribute('aria-busy', 'true');
  for (const tab of button.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]') ?? []) {
    tab.setAttribute('aria-selected', String(tab === button));
    if (tab !== button) early.delete(tab);
  }
}

/**
 * The target of an anchor link within this page, undefined for a link to the page itself, and null for any other link,
 * which the browser follows. A navigation within the page during hydration would make React discard the HTML and the router
 * scroll back.
 */
function sectionOf(link: HTMLAnchorElement, { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  const { hash, pathname, search, origin } = link;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || origin !== location.origin) return null;
  if (pathname !== location.pathname || search !== location.search) return null;
  if (!hash) return undefined;
  return document.getElementById(decodeURIComponent(hash.slice(1)));
}

/** Retries have unique URLs, which are not requested again after they load. */
const retried = /[?~]/;

/**
 * Fetches a failed script again, past every cache, so that its URL works for the rest of the visit and on later pages.
 * WebKit answers every script whose preload failed with that failure, without a request, until something else requests the
 * URL. A corrupt copy stays in any browser's cache for a year.
 */
export function reloadFailedFiles(page: Document): void {
  const reloadFailed = ({ target }: Event) => {
    const { href, src = href, integrity } = target as HTMLLinkElement & HTMLScriptElement;
    if (!integrity || !src.startsWith(location.origin) || retried.test(src)) return;
    reload(src, integrity);
  };
  // Load errors of elements do not bubble; only capturing listeners get them.
  page.addEventListener('error', reloadFailed, true);
}

/** Does the same for the current script if it was loaded as a retry, because its failure had no listener. */
export function reloadOwnFile({ currentScript }: Document): void {
  if (!(currentScript instanceof HTMLScriptElement) || !retried.test(currentScript.src)) return;
  reload(currentScript.src.replace(/[?].*/, ''), currentScript.integrity);
}

function reload(src: string, integrity: string): void {
  fetch(src, { cache: 'reload', integrity, priority: 'low' }).catch(() => {});
}

const text = document.getElementById(pageScriptsElementId)?.textContent;
if (text) {
  // Both must be registered before the early clicks, which stop the propagation.
  focusPressed(document);
  completePopovers(document);
  if (isTooOld()) sayTooOld(document);
  else {
    pinServerStyles(document);
    keepAnchor(document);
    replayEarlyClicks(document);
    catchEarlyEnter(document, firstSignsOf(document));
    hydrateInSlices(document);
    reloadFailedFiles(document);
    reloadOwnFile(document);
    // The cast is safe: our server wrote this block. The first script is already running.
    const { entry, ...scripts } = JSON.parse(text) as PageScripts;
    startScripts(document, { ...scripts, entry: entry.slice(1) });
    giveBackFirstClicks(document);
  }
}
