import type { Page } from '@playwright/test';

/** The left edges, in pixels, of second columns in every full-width block with two unequal columns. */
export const findSecondColumns = (page: Page) =>
  page.evaluate(() => {
    const column = Math.min(innerWidth, 1200) - 64;
    return [...document.querySelectorAll<HTMLElement>('main *')].flatMap((element) => {
      const { display, gridTemplateColumns, columnGap } = getComputedStyle(element);
      const [first = 0, second = 0, ...others] = gridTemplateColumns.split(' ').map(Number.parseFloat);
      const { left, width } = element.getBoundingClientRect();
      if (display !== 'grid' || others.length > 0 || width < column - 2 || Math.abs(first - second) < 2 || !second)
        return [];
      const padding = Number.parseFloat(getComputedStyle(element).paddingLeft);
      const start = Math.round(left + padding + first + Number.parseFloat(columnGap));
      return [`${element.dataset.part ?? element.tagName.toLowerCase()}: ${start}`];
    });
  });

/** Single buttons with their width and the width of the text around them. */
export const listLoneButtons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main section > div > [data-part=actions], main li[data-part=actions], main form')]
      .flatMap((box) => {
        const { paddingLeft, paddingRight } = getComputedStyle(box);
        const width = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        const buttons = [...box.querySelectorAll(box.matches('form') ? 'button[type=submit]' : 'a, button')];
        // Cards that are forms and steps with a back button have several buttons side by side.
        if (box.matches('form') && (buttons.length > 1 || box.querySelector('button + button, button:disabled')))
          return [];
        return buttons.map((button) => ({
          label: button.textContent,
          narrower: Math.round(width - button.getBoundingClientRect().width),
        }));
      })
      .filter(({ narrower }) => narrower > 1),
  );
