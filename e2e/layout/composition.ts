import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';
import { findSecondColumns } from './columns.ts';

/** Checks of single pages, which are open in a window of 1280 px. */
const compositions: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/': expectFewSplitSections,
  '/services': expectCentredPicture,
  '/consultation': expectColumnsToBeFound,
};

/** The pages of industries with a scene. */
const scenes = ['/healthcare', '/solar', '/hvac', '/legal', '/junk-removal'];

/** Checks what is designed for a page alone. The window has another width afterwards. */
export async function expectComposition(page: Page, path: string): Promise<void> {
  await compositions[path]?.(page);
  if (!scenes.includes(path)) return;
  await page.setViewportSize({ width: 1024, height: 800 });
  const scene = await page.locator('main section').first().locator('[data-part=art] img').boundingBox();
  expect(scene?.width, `the scene of ${path} takes 45 % of a window of 1024 px`).toBeGreaterThan(1024 * 0.45);
}

/** Expects that the check of second columns finds one that begins elsewhere. */
async function expectColumnsToBeFound(page: Page): Promise<void> {
  const [before] = await findSecondColumns(page);
  expect(before).toBeDefined();
  const columns = page.locator('main section > div > div > div:has(form)').first();
  await columns.evaluate((box) => {
    box.style.gridTemplateColumns = '4fr 8fr';
  });
  expect(await findSecondColumns(page)).not.toContain(before);
  await columns.evaluate((box) => {
    box.style.gridTemplateColumns = '';
  });
}

/** Expects that the picture of the last service has the same distance to both edges of its card. */
async function expectCentredPicture(page: Page): Promise<void> {
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
}

/** Expects that less than a third of the sections of home have their title beside the content, and that three are full-width. */
async function expectFewSplitSections(page: Page): Promise<void> {
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
  expect(reaching, 'sections of home from edge to edge').toBe(3);
}
