import type { Page } from '@playwright/test';

/**
 * From here on the tab gives the focus to what is clicked as Safari does: text fields and selects take it, buttons, links,
 * check boxes and radio buttons leave it to whatever around them can have it, or to nothing at all (WebKit's
 * `HTMLFormControlElement::isMouseFocusable`).
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
