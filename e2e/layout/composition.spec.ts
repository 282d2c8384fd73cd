import type { Page } from '@playwright/test';
import { loadRoutes } from '../accessibility/routes.ts';
import { expect, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false });

/** Single buttons with their width and the width of the text around them. */
const listLoneButtons = (page: Page) =>
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

test('on a phone the buttons below text and the submit buttons are as wide as the text', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of await loadRoutes(request)) {
    await page.goto(path);
    expect.soft(await listLoneButtons(page), path).toEqual([]);
  }
});

test('the picture of the last service has the same distance to both edges of its card', async ({ page }) => {
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/services');
    const picture = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Custom AI Agents' }) });
    const distances = await picture.evaluate((item) => {
      const card = (item.firstElementChild ?? item).getBoundingClientRect();
      const { top, bottom } = (item.querySelector('img') ?? item).getBoundingClientRect();
      return { above: Math.round(top - card.top), below: Math.round(card.bottom - bottom) };
    });
    expect(Math.abs(distances.above - distances.below), `${width} px: ${JSON.stringify(distances)}`).toBeLessThan(3);
  }
});

test('the scene of an industry takes 45 % of a window of 1024 px', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  for (const path of ['/healthcare', '/solar', '/hvac', '/legal', '/junk-removal']) {
    await page.goto(path);
    const scene = await page.locator('main section').first().locator('[data-part=art] img').boundingBox();
    expect(scene?.width, path).toBeGreaterThan(1024 * 0.45);
  }
});

test('less than a third of the sections of home have their title beside the content, and three are full-width', async ({
  page,
}) => {
  await page.goto('/');
  const { all, split, reaching } = await page.evaluate(() => {
    const sections = [...document.querySelectorAll('main section')];
    const reachesEdges = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return left <= 0 && right >= document.documentElement.clientWidth;
    };
    return {
      all: sections.length,
      split: sections.filter((section) => {
        const head = section.querySelector('[data-part=head]')?.getBoundingClientRect();
        const body = section.querySelector('[data-part=body]')?.getBoundingClientRect();
        return head && body && head.right <= body.left;
      }).length,
      reaching: sections.filter((section) =>
        [...section.querySelectorAll('[data-part=body], [data-part=art]')].some(reachesEdges),
      ).length,
    };
  });
  expect(all).toBeGreaterThan(10);
  expect(split / all).toBeLessThan(1 / 3);
  expect(reaching).toBe(3);
});
