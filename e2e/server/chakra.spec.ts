import type { Page } from '@playwright/test';
import { startDevelopment, startSiteWithRemote } from '../support/own-remote.ts';
import type { ShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// A remote that uses Chakra UI as its documentation describes, built, published and checked by the gate like any other.

let site: ShellSite;

test.describe.configure({ mode: 'serial' });
test.setTimeout(300_000);

test.beforeAll(async () => {
  test.setTimeout(480_000);
  ({ site } = await startSiteWithRemote('chakra'));
  await expect.poll(async () => (await fetch(`${site.address}/chakra`)).status).toBe(200);
});

test.afterAll(() => site.stop());

/** The computed styles of the elements with a test id. */
const looksOf = (page: Page) =>
  page.evaluate(() => {
    const looks: Record<string, Record<string, string>> = {};
    for (const element of document.querySelectorAll<HTMLElement>('[data-testid]')) {
      const { backgroundColor, borderRadius, borderTopStyle, color, marginTop, paddingLeft } =
        getComputedStyle(element);
      const name = element.dataset.testid ?? '';
      looks[name] = { backgroundColor, borderRadius, borderTopStyle, color, marginTop, paddingLeft };
    }
    return looks;
  });

const expected = {
  'style-props': {
    paddingLeft: '16px',
    marginTop: '8px',
    backgroundColor: 'rgb(239, 68, 68)',
    color: 'rgb(255, 255, 255)',
  },
  // Chakra's palette where the component names one, the site's colours elsewhere.
  palette: { backgroundColor: 'rgb(13, 148, 136)', borderTopStyle: 'solid' },
  'site-palette': { backgroundColor: 'rgb(199, 64, 31)', color: 'rgb(255, 255, 255)' },
  'palette-on-ink': { backgroundColor: 'rgb(255, 176, 32)', color: 'rgb(14, 27, 42)' },
  'on-ink': { color: 'rgb(185, 195, 205)' },
  badge: { backgroundColor: 'rgb(22, 163, 74)' },
  note: { backgroundColor: 'rgb(255, 176, 32)', color: 'rgb(14, 27, 42)', borderRadius: '12px' },
  card: { borderTopStyle: 'solid', backgroundColor: 'rgb(255, 255, 255)' },
  'kit-button': { backgroundColor: 'rgb(199, 64, 31)', borderRadius: '4px' },
};

test('the first HTML contains the components with all of their styles', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.address}/chakra`);
  expect(await looksOf(page)).toMatchObject(expected);
  await expect(page.getByRole('tab', { name: 'One' })).toBeVisible();
  await expect(page.getByText('The first tab')).toBeVisible();
  await expect(page.getByText('The second tab')).toBeHidden();
  await context.close();
});

test('the page hydrates without a mismatch, and everything works', async ({ page }) => {
  await page.goto(`${site.address}/chakra`);
  const before = await looksOf(page);
  // The fixture fails on a hydration error in the console.
  await openHydrated(page, `${site.address}/chakra`);
  expect(await looksOf(page)).toEqual(before);
  expect(before).toMatchObject(expected);
  await expect(page.getByTestId('style-props')).toHaveText('Style props, wide');

  await page.getByTestId('style-props').hover();
  await expect(page.getByTestId('style-props')).toHaveCSS('background-color', 'rgb(37, 99, 235)');
  await page.getByTestId('palette').click();
  await expect(page.getByTestId('palette')).toHaveText('Pressed 1');
  await page.getByRole('tab', { name: 'Two' }).click();
  await expect(page.getByText('The second tab')).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByText('Hidden words')).toBeVisible();
  await page.getByRole('slider').press('ArrowRight');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '41');

  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  // A portal is outside of the page's root and still has its styles.
  expect(await menu.evaluate((element) => element.closest('#root'))).toBeNull();
  await expect(menu).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test('pages without Chakra load nothing of it, and a link leads from one to the other', async ({ page }) => {
  const chakraFiles = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (/\/chakra\.\w+\.js$/.test(name) ? [name] : [])),
    );
  await openHydrated(page, `${site.address}/chakra/plain`);
  expect(await chakraFiles()).toEqual([]);
  expect(await page.locator('style').allTextContents()).not.toContainEqual(
    expect.stringContaining('--k-colors-red-500'),
  );
  await page.getByRole('link', { name: 'To Chakra' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chakra');
});

test('the development server renders the same styles, with and without scripts', async ({ page, browser }) => {
  const dev = await startDevelopment('chakra', site);
  try {
    await expect(async () => {
      await page.goto(`${dev.address}/chakra`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chakra', { timeout: 5000 });
    }).toPass();
    await openHydrated(page, `${dev.address}/chakra`);
    await expect(page.locator('[data-development-error]')).toHaveCount(0);
    expect(await looksOf(page)).toMatchObject(expected);
    await page.getByRole('slider').press('ArrowRight');
    await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '41');

    const context = await browser.newContext({ javaScriptEnabled: false });
    const withoutScripts = await context.newPage();
    await withoutScripts.goto(`${dev.address}/chakra`);
    expect(await looksOf(withoutScripts)).toMatchObject(expected);
    await context.close();
  } finally {
    await dev.stop();
  }
});
