import type { Locator, Page } from '@playwright/test';
import { fillForm, newEmail, siteFormOf } from '../support/site-forms.ts';
import { expect, openHydrated, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const barOf = (page: Page) => page.getByRole('navigation', { name: 'Call or book' });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} has no box`);
  return box;
}

async function expectNoBar(page: Page) {
  await expect(barOf(page)).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('padding-bottom', '0px');
}

test.describe('with the voice widget', () => {
  test.use({ hasVoiceWidget: true });

  test('on a phone a bar at the bottom covers nothing, not the drawn voice widget either, hides while a field has the focus, and has two links', async ({
    page,
  }) => {
    // The provider's response about its agent. The provider's own script does the rest.
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
    const bar = barOf(page);
    await test.step('the drawn voice widget is above the bar and within the window', async () => {
      const start = page.locator('elevenlabs-convai').getByRole('button').first();
      await expect(start).toBeVisible();
      const top = (await boxOf(bar)).y;
      await expect
        .poll(async () => Math.round((await boxOf(start)).y + (await boxOf(start)).height))
        .toBeLessThanOrEqual(top);
      const { x, y, width, height } = await boxOf(start);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
      expect(y + height).toBeGreaterThan(500);
      // Neither covers the other, so both can be clicked.
      await start.click({ trial: true });
      await bar.getByRole('link', { name: /^Call/ }).click({ trial: true });
    });
    await test.step('the bar covers neither the end of the footer nor the back-to-top button', async () => {
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      const top = (await boxOf(bar)).y;
      for (const part of [page.getByRole('contentinfo'), page.getByRole('button', { name: 'Back to top' })]) {
        const { y, height } = await boxOf(part);
        expect(y + height).toBeLessThanOrEqual(top + 0.5);
      }
    });
    await test.step('the bar hides while a field has the focus', async () => {
      await page.getByLabel('Company').focus();
      await expect(bar).toBeHidden();
      await page.getByLabel('Company').blur();
      await expect(bar).toBeVisible();
    });
    await test.step('the bar has a telephone link and a consultation link, whose page has no bar and no room for it', async () => {
      const { y, height, width } = await boxOf(bar);
      expect([Math.round(y + height), width]).toEqual([844, 390]);
      await expect(bar.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:\+1\d{10}$/);
      await bar.getByRole('link', { name: 'Book a consultation' }).click();
      await expect(page).toHaveURL(/\/consultation$/);
      await expectNoBar(page);
    });
  });
});

/** Whether one part of the page covers another. */
async function isCovered(part: Locator, by: Locator) {
  const [a, b] = [await boxOf(part), await boxOf(by)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test("a toast covers neither the clicked button nor the form's message, on a phone and in a wide window", async ({
  page,
}) => {
  await page.route('**/api/leads', (route) => route.fulfill({ status: 503, body: '' }));
  await openHydrated(page, '/hvac');
  await fillForm(page, siteFormOf('/hvac'), newEmail());
  const button = page.getByRole('main').getByRole('button', { name: 'Get HVAC leads' });
  const toast = page.locator('[data-part=toast]');
  const said = page.getByRole('main').getByText('Not sent.');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    // A smooth scroll to a filled field may still be in progress.
    await expect
      .poll(async () => {
        const { y } = await boxOf(button);
        await page.evaluate((by) => window.scrollBy({ top: by, behavior: 'instant' }), y - 600);
        return Math.round(y);
      })
      .toBe(600);
    await button.click();
    await expect(toast).toBeVisible();
    await expect(said).toBeInViewport();
    // The page may still scroll to the message.
    for (const part of width === 390 ? [button, said, barOf(page)] : [button, said]) {
      await expect.poll(() => isCovered(part, toast), `at ${width} px`).toBe(false);
    }
    await toast.getByRole('button', { name: 'Close notification' }).click();
    await expect(toast).toBeHidden();
  }
});

test('the header of a window from 768 px has the number and the consultation, and a wide window no bar', async ({
  page,
}) => {
  await page.goto('/hvac');
  const header = page.getByRole('banner');
  for (const width of [768, 1023, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(header.getByRole('link', { name: /\d{3}-?\d{4}$/ })).toBeInViewport({ ratio: 1 });
    await expect(header.getByRole('link', { name: 'SCHEDULE A CONSULTATION' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expectNoBar(page);
});

test('the menu of a phone has the consultation, and its icon is a cross while it is open', async ({ page }) => {
  await openHydrated(page, '/services');
  const sign = page.getByRole('button', { name: 'Menu' });
  const [bars, cross] = [sign.locator('path').first(), sign.locator('path').last()];
  await expect(cross).toBeHidden();
  await sign.click();
  await expect(bars).toBeHidden();
  await expect(cross).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Book a consultation' }).click();
  await expect(page).toHaveURL(/\/consultation$/);
  await expect(menu).toBeHidden();
});

test('a low window, as at a zoom of 400 %, has no fixed elements', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/', '/leads', '/exotics-intake']) {
    await openHydrated(page, path);
    await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
    const staying = await page.evaluate(() =>
      // Except the voice widget, which belongs to its provider and is empty until that responds.
      [...document.querySelectorAll('body *:not([data-part=voice], [data-part=voice] *)')]
        .filter(
          (element) => element.checkVisibility() && ['fixed', 'sticky'].includes(getComputedStyle(element).position),
        )
        .filter((element) => element.getBoundingClientRect().bottom > 0 && element.getBoundingClientRect().height > 20)
        .map((element) => element.outerHTML.slice(0, 90)),
    );
    expect.soft(staying, path).toEqual([]);
  }
});

test('the page of a client’s agent has no bar, and only our name in the header', async ({ page }) => {
  await openHydrated(page, '/agents/demo-agent');
  await expect(barOf(page)).toBeHidden();
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1);
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
  await page.goto('/agents/nobody-has-this-name');
  const card = page.getByRole('heading', { name: 'Agent Not Found' });
  const { x, width } = await boxOf(card.locator('..'));
  expect(Math.abs(x + width / 2 - 195)).toBeLessThan(1);
});
