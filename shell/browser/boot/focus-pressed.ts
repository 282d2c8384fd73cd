/**
 * Focuses a pressed control, which every browser except Safari does by itself. Without it a dialog would return the focus
 * to the wrong element, arrow keys would miss the selected tab, and the menu would lose its button. A keyboard press has a
 * click count of 0 and already has the focus.
 */
export function focusPressed(page: Document): void {
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
