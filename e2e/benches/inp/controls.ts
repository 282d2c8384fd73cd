import type { Page } from '@playwright/test';

/** A control of a page, and a way to find it again after a reload. */
export interface Control {
  selector: string;
  /** Its role and label. */
  name: string;
  kind: 'press' | 'type' | 'choose' | 'follow';
}

/**
 * Lists every visible control within the first match of a selector. File inputs, telephone links and mail links are left
 * out, because they open windows of other programs.
 */
export function findControls(page: Page, within: string): Promise<Control[]> {
  return page.evaluate((scope) => {
    const root = document.querySelector(scope);
    if (!root) return [];
    const pathOf = (element: Element): string => {
      if (element.id && document.querySelectorAll(`#${CSS.escape(element.id)}`).length === 1)
        return `#${CSS.escape(element.id)}`;
      const { parentElement } = element;
      if (!parentElement) return element.tagName.toLowerCase();
      const place = [...parentElement.children].indexOf(element) + 1;
      return `${pathOf(parentElement)} > ${element.tagName.toLowerCase()}:nth-child(${place})`;
    };
    const kindOf = (element: Element): 'press' | 'type' | 'choose' | 'follow' => {
      if (element instanceof HTMLAnchorElement) return 'follow';
      if (element instanceof HTMLSelectElement) return 'choose';
      const isTyped =
        element instanceof HTMLTextAreaElement ||
        (element instanceof HTMLInputElement && !['checkbox', 'radio', 'submit', 'button'].includes(element.type));
      return isTyped ? 'type' : 'press';
    };
    // One link for each URL is enough: the target page decides the duration.
    const isRepeated = (element: HTMLElement, before: readonly HTMLElement[]) =>
      element instanceof HTMLAnchorElement &&
      before.some((other) => other instanceof HTMLAnchorElement && other.href === element.href);
    const candidates = root.querySelectorAll<HTMLElement>(
      'button, [role=tab], summary, select, textarea, input:not([type=hidden], [type=file]), a[href]',
    );
    return [...candidates]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !(element as HTMLButtonElement).disabled && element.getBoundingClientRect().width > 1)
      .filter((element) => !(element instanceof HTMLAnchorElement) || element.origin === location.origin)
      .filter((element, index, all) => !isRepeated(element, all.slice(0, index)))
      .map((element) => {
        const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
        const says = words.replace(/\s+/g, ' ').trim() || (element as HTMLInputElement).name || '';
        return {
          selector: pathOf(element),
          name: `${element.tagName.toLowerCase()} "${says.slice(0, 40)}"`,
          kind: kindOf(element),
        };
      });
  }, within);
}

/** The pause between scrolling to a control and tapping it, in ms, so that the paint of the scroll is not measured. */
const betweenScrollAndTap = 300;

/** Operates a control as a visitor with a phone does. */
export async function operateControl(page: Page, { selector, kind }: Control): Promise<void> {
  const control = page.locator(selector);
  await control.evaluate((element) => element.scrollIntoView({ behavior: 'instant', block: 'center' }));
  await page.waitForTimeout(betweenScrollAndTap);
  const place = await control.evaluate((element) => {
    const { x, y, width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.touchscreen.tap(place.x, place.y);
  if (kind === 'type') await page.keyboard.press('a');
  if (kind === 'choose') await page.keyboard.press('ArrowDown');
}
