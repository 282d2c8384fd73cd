import { expect, test } from '../support/test.ts';
import { findSecondColumns } from './columns.ts';

test.use({ javaScriptEnabled: false });

test('the check of second columns finds one that begins elsewhere', async ({ page }) => {
  await page.goto('/consultation');
  const [before] = await findSecondColumns(page);
  expect(before).toBeDefined();
  await page
    .locator('main section > div > div > div:has(form)')
    .first()
    .evaluate((columns) => {
      columns.style.gridTemplateColumns = '4fr 8fr';
    });
  expect(await findSecondColumns(page)).not.toContain(before);
});

test('the picture of the last service has the same distance to both edges of its card', async ({ page }) => {
  await page.goto('/services');
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
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
