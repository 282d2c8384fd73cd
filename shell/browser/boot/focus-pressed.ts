/**
 * Gives the focus to what is pressed, as every browser but Safari does by itself: there a clicked button leaves it on
 * whatever lies around. A dialog would then give it back to the wrong place, arrow keys would miss the tab that was chosen,
 * and the menu would lose its button. A press by keyboard has no count of clicks; it happens where the focus is.
 */
export function focusPressed(page: Document): void {
  page.addEventListener(
    'click',
    ({ target, detail, isTrusted }) => {
      if (!isTrusted || detail === 0 || !(target instanceof Element)) return;
      const pressed = target.closest<HTMLElement>('button, summary, input, label');
      const control = pressed instanceof HTMLLabelElement ? pressed.control : pressed;
      // No scrolling, and no ring: whoever presses looks there already.
      if (control && control !== page.activeElement) control.focus({ preventScroll: true, focusVisible: false });
    },
    true,
  );
}
