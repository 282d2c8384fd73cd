/** Controls that need scripts: all buttons of the page except submit buttons. */
export const hydratedControls = 'main button:not([type=submit]), main [role=tab]';

const heldEvent = 'site:early';

/**
 * Holds clicks until the second script has loaded and calls {@link giveBackFirstClicks}. A pressed button shows its pending
 * state and gets the focus, which Safari does not give it.
 */
export function holdFirstClicks(page: Document): void {
  const held = new Set<HTMLElement>();
  // The menu only opens without scripts if the browser has popovers.
  const controls = 'popover' in HTMLElement.prototype ? hydratedControls : `${hydratedControls}, [popovertarget]`;
  const hold = (event: Event) => {
    // The cast covers a script's click on the document, which has no `closest`.
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

/** Repeats the held clicks after a listener is in place. */
export function giveBackFirstClicks(page: Document): void {
  page.dispatchEvent(new Event(heldEvent));
}
