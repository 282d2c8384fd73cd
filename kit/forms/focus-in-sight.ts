/**
 * Focuses an element of a form and scrolls its whole field into view. By default Firefox does not scroll to a control that
 * is half visible, and WebKit shows a control without its label.
 */
export function focusInSight(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  bringIntoSight(element);
}

/** Scrolls by the smallest distance that shows an element with its label and its error below the header. */
export function bringIntoSight(element: HTMLElement): void {
  const field = element.closest<HTMLElement>('[data-field]');
  // In a group of choices that is higher than half the window, only the selected choice is shown.
  const shown = field && field.offsetHeight < window.innerHeight / 2 ? field : element;
  shown.scrollIntoView({ block: 'nearest' });
}

/** The first focusable control of a form with this name. */
export function findControl(form: HTMLFormElement, name: string): HTMLElement | undefined {
  return [...form.elements].find(
    (control): control is HTMLElement =>
      control instanceof HTMLElement && control.getAttribute('name') === name && !control.matches(':disabled'),
  );
}
