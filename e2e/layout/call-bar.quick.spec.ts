import type { Locator, Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const barOf = (page: Page) => page.getByRole('navigation', { name: 'Call or book' });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} has no box`);
  return box;
}

test('on a phone, a bar at the bottom leads to a call and to a consultation', async ({ page }) => {
  await openHydrated(page, '/hvac');
  const bar = barOf(page);
  const { y, height, width } = await boxOf(bar);
  expect([Math.round(y + height), width]).toEqual([844, 390]);
  await expect(bar.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:\+1\d{10}$/);
  await bar.getByRole('link', { name: 'Book a consultation' }).click();
  await expect(page).toHaveURL(/\/consultation$/);
});

test('the bar is away while a field has the focus', async ({ page }) => {
  await openHydrated(page, '/hvac');
  await page.getByLabel('Company').focus();
  await expect(barOf(page)).toBeHidden();
  await page.getByLabel('Company').blur();
  await expect(barOf(page)).toBeVisible();
});

test('the bar covers neither the end of the footer nor the button to the top, a toast or the voice widget', async ({
  page,
}) => {
  await openHydrated(page, '/hvac');
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const top = (await boxOf(barOf(page))).y;
  for (const part of [page.getByRole('contentinfo'), page.getByRole('button', { name: 'Back to top' })]) {
    const { y, height } = await boxOf(part);
    expect(y + height).toBeLessThanOrEqual(top + 0.5);
  }
  const widget = page.locator('elevenlabs-convai');
  await expect(widget).toBeAttached();
  // Its provider's servers are away here, and it draws nothing then; what it draws keeps to the corner of its host.
  const host = await widget.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(host).toBeLessThanOrEqual(top + 0.5);
  expect(host).toBeGreaterThan(400);
});

test('what the voice widget really draws stands above the bar, whole and within the window', async ({ page }) => {
  // The provider's answer about its agent; everything after it is the provider's own script.
  const widgetConfig = {
    variant: 'full',
    placement: 'bottom-right',
    avatar: { type: 'orb', color_1: '#FFB020', color_2: '#C7401F' },
    feedback_mode: 'none',
    language: 'en',
    supported_language_overrides: [],
    language_presets: {},
    text_contents: {},
    styles: {},
  };
  await page.route('**/v1/convai/agents/*/widget*', (route) =>
    route.fulfill({ json: { widget_config: widgetConfig }, headers: { 'access-control-allow-origin': '*' } }),
  );
  await openHydrated(page, '/hvac');
  const start = page.locator('elevenlabs-convai').getByRole('button').first();
  await expect(start).toBeVisible();
  const bar = await boxOf(barOf(page));
  await expect
    .poll(async () => Math.round((await boxOf(start)).y + (await boxOf(start)).height))
    .toBeLessThanOrEqual(bar.y);
  const { x, y, width, height } = await boxOf(start);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
  expect(y + height).toBeGreaterThan(500);
  // Both can be pressed: neither lies on the other.
  await start.click({ trial: true });
  await barOf(page).getByRole('link', { name: /^Call/ }).click({ trial: true });
});

test('a toast stands above the bar', async ({ page }) => {
  await page.route('**/api/leads', (route) => route.fulfill({ status: 503, body: '' }));
  await openHydrated(page, '/hvac');
  for (const [label, value] of [
    ['Name', 'Ada Hope'],
    ['Company', 'Hope Air'],
    ['Phone', '(801) 555-0142'],
    ['Email', 'ada@hope.example'],
    ['Location', 'Provo'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByLabel('Service Type').selectOption('repair');
  await page.getByRole('main').getByRole('button', { name: 'Get HVAC leads' }).click();
  const toast = page.locator('[data-part=toast]');
  await expect(toast).toBeVisible();
  await expect(barOf(page)).toBeVisible();
  await expect
    .poll(async () => {
      const { y, height } = await boxOf(toast);
      return y + height;
    })
    .toBeLessThanOrEqual((await boxOf(barOf(page))).y);
});

test('a wide window has no bar, and no room kept for one', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHydrated(page, '/hvac');
  await expect(barOf(page)).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.body).paddingBottom)).toBe('0px');
});
