import type { Page } from '@playwright/test';

/**
 * Moves the focus on a click like Safari: text fields and selects take it; buttons, links, checkboxes and radio buttons
 * leave it to a focusable ancestor, or to nothing (WebKit's `HTMLFormControlElement::isMouseFocusable`).
 */
export async function focusAsSafari(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pressable = 'button, a[href], summary, input:is([type=button], [type=submit], [type=checkbox], [type=radio])';
    addEventListener('mousedown', (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const pressed = target?.closest<HTMLElement>(pressable) ?? target?.closest('label')?.control;
      if (!pressed?.matches(pressable) || event.defaultPrevented) return;
      event.preventDefault();
      const around = pressed.parentElement?.closest<HTMLElement>(`[tabindex]:not(${pressable})`);
      if (around) around.focus({ preventScroll: true });
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  });
}
