import { hydratedEvent } from '../../app/page-scripts.ts';

/**
 * The events for which React hydrates their target immediately and without a pause: React's own lists in
 * `ReactDOMEventReplaying`, except the submits that `catchEarlySubmits` keeps.
 */
const urgentEvents =
  'mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change contextmenu reset focusin focusout dragenter dragleave mouseover mouseout pointerover pointerout'.split(
    ' ',
  );

/**
 * Hides events from React until the content is hydrated. On a press React would hydrate the whole page in one task, 250 ms
 * long on a phone, before the browser could respond. Nothing is lost: native behavior still happens, forms read what was
 * typed, and clicks are repeated (`replayEarlyClicks`, which makes React hurry after the visitor has seen the press).
 */
export function hydrateInSlices(page: Document): void {
  const hide = (event: Event) => {
    if (event.isTrusted && (event.target as Partial<Element>).closest?.('main')) event.stopPropagation();
  };
  for (const type of urgentEvents) page.addEventListener(type, hide, { capture: true, passive: true });
  page.addEventListener(
    hydratedEvent,
    () => {
      for (const type of urgentEvents) page.removeEventListener(type, hide, true);
    },
    { once: true },
  );
}

/** In milliseconds; the interval at which React is notified until it responds. */
const hintInterval = 50;

/** In milliseconds; after this time React has probably failed to load. */
const hintTimeout = 20_000;

/**
 * Makes React hydrate the content without a pause, because a visitor is waiting for it. It dispatches an event that no
 * visitor causes, after the browser has painted its own response, and repeats it, because React or the element's code may
 * not have loaded yet.
 */
export function hydrateSoon(page: Document, element: Element): void {
  const timer = setInterval(() => element.dispatchEvent(new Event('mouseover', { bubbles: true })), hintInterval);
  const end = () => clearInterval(timer);
  page.addEventListener(hydratedEvent, end, { once: true });
  setTimeout(end, hintTimeout);
}
