/**
 * Gives an element of a form the focus and brings the whole of its field into sight. Left to themselves, Firefox does not
 * scroll to what is half in sight, and WebKit shows a control without its label.
 */
export function focusInSight(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  bringIntoSight(element);
}

/** Scrolls as little as it takes to show an element with its label and its error, clear of the header. */
export function bringIntoSight(element: HTMLElement): void {
  const field = element.closest<HTMLElement>('[data-field]');
  // Of a long group of choices the chosen one counts.
  const shown = field && field.offsetHeight < window.innerHeight / 2 ? field : element;
  shown.scrollIntoView({ block: 'nearest' });
}

/** The first control of a form that carries this name and can take the focus. */
export function findControl(form: HTMLFormElement, name: string): HTMLElement | undefined {
  return [...form.elements].find(
    (control): control is HTMLElement =>
      control instanceof HTMLElement && control.getAttribute('name') === name && !control.matches(':disabled'),
  );
}
