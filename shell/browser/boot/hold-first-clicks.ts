/** What does nothing without scripts: buttons of the page but those that send a form. */
export const hydratedControls = 'main button:not([type=submit]), main [role=tab]';

const heldEvent = 'site:early';

/**
 * Keeps the clicks of a page whose second script is still on its way, until {@link giveBackFirstClicks}: that knows what to
 * do with them. A button shows that it was heard, and has the focus, which Safari does not give it.
 */
export function holdFirstClicks(page: Document): void {
  const held = new Set<HTMLElement>();
  // The menu opens by itself only where there are popovers.
  const controls = 'popover' in HTMLElement.prototype ? hydratedControls : `${hydratedControls}, [popovertarget]`;
  const hold = (event: Event) => {
    // `as`: what is clicked is an element, or the document for scripts that click it, which has no `closest`.
    const control = (event.target as Partial<Element>).closest?.<HTMLElement>(controls);
    if (!control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.add(control);
    control.setAttribute('aria-busy', 'true');
    control.focus({ preventScroll: true, focusVisible: false });
  };
  page.addEventListener('click', hold, true);
  page.addEventListener(
    heldEvent,
    () => {
      page.removeEventListener('click', hold, true);
      for (const control of held) {
        control.removeAttribute('aria-busy');
        control.click();
      }
    },
    { once: true },
  );
}

/** Repeats what was held, once somebody else listens. */
export function giveBackFirstClicks(page: Document): void {
  page.dispatchEvent(new Event(heldEvent));
}
