import { hydratedEvent } from '../../app/page-scripts.ts';

/**
 * The events of which React hydrates at once, and without a pause, what they happen on: its own lists, of
 * `ReactDOMEventReplaying`, but for the submits that `catchEarlySubmits` keeps.
 */
const urgentEvents =
  'mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change contextmenu reset focusin focusout dragenter dragleave mouseover mouseout pointerover pointerout'.split(
    ' ',
  );

/**
 * Keeps from React what happens on the page's content before it is hydrated. Of a press React would hydrate the whole page
 * in one task, 250 ms long on a phone, before the browser could answer it. Nothing is lost: the browser does what it does by
 * itself, forms read what was typed, and clicks are repeated (`replayEarlyClicks`, which hurries
 * React once the visitor has seen the press).
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

/** How often React is told of somebody who waits, until it has heard; in milliseconds. */
const often = 50;

/** By then it does not come any more; in milliseconds. */
const patience = 20_000;

/**
 * Has React hydrate the content without a pause after all, since somebody waits for it: by an event that no visitor makes, once
 * the browser has painted what it answers by itself, and again, since React may not be there yet, or the element's code.
 */
export function hydrateSoon(page: Document, element: Element): void {
  const timer = setInterval(() => element.dispatchEvent(new Event('mouseover', { bubbles: true })), often);
  const end = () => clearInterval(timer);
  page.addEventListener(hydratedEvent, end, { once: true });
  setTimeout(end, patience);
}
