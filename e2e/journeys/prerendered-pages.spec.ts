import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';

/** Notes the newest first heading that the page's scripts made, whether it stands in the document or not. */
function noteHeadings(): void {
  const create = document.createElement;
  document.createElement = function createElement(this: Document, name: string, options?: ElementCreationOptions) {
    const element = create.call(this, name, options);
    if (name === 'h1') window.newestHeading = element;
    return element;
  } as typeof create;
}

declare global {
  interface Window {
    newestHeading?: HTMLElement;
  }
}

const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).first();
const textDrawn = (page: Page) => page.evaluate(() => window.newestHeading?.textContent ?? '');
const isDrawnShown = (page: Page) => page.evaluate(() => window.newestHeading === document.querySelector('h1'));

const leads = 'Pre-Qualified Leads You Can Buy Today';
const hvac = 'When the AC quits, they call you first';

test('the page behind a link that is pointed at is drawn outside of the document, and shown as it was drawn', async ({
  page,
}) => {
  let reports = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/_health/views')) reports += 1;
  });
  await page.addInitScript(noteHeadings);
  await openHydrated(page, '/hvac');
  await expect.poll(() => reports).toBe(1);
  const link = footerLink(page, 'Leads for Sale');
  await link.hover();
  await expect.poll(() => textDrawn(page)).toBe(leads);
  expect(await isDrawnShown(page)).toBe(false);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.getByText(leads)).toHaveCount(0);
  // It is no view of that page, and no effect of it has run.
  expect(reports).toBe(1);
  await page.evaluate(() => Object.assign(window.newestHeading ?? {}, { wasDrawnAhead: true }));
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(leads);
  await expect(page).toHaveURL(/\/leads$/);
  expect(await page.evaluate(() => 'wasDrawnAhead' in (document.querySelector('h1') ?? {}))).toBe(true);
  await expect.poll(() => reports).toBe(2);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hvac);
  await expect(page.locator('h1')).toHaveCount(1);
});

test('the link that was pointed at last is the one that is drawn, and another opens as well', async ({ page }) => {
  await page.addInitScript(noteHeadings);
  await openHydrated(page, '/hvac');
  await footerLink(page, 'Leads for Sale').hover();
  await expect.poll(() => textDrawn(page)).toBe(leads);
  await footerLink(page, 'Client Demos').hover();
  await expect.poll(() => textDrawn(page)).not.toBe(leads);
  await expect(page.locator('h1')).toHaveCount(1);
  await footerLink(page, 'Leads for Sale').evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/\/leads$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(leads);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a page that was drawn for one address opens another of it as that asks', async ({ page }) => {
  await page.addInitScript(noteHeadings);
  await openHydrated(page, '/hvac');
  await footerLink(page, 'Leads for Sale').hover();
  await expect.poll(() => textDrawn(page)).toBe(leads);
  await page.evaluate(() => {
    history.pushState(null, '', '/leads?industry=solar');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('tab', { name: 'Solar', selected: true })).toBeVisible();
});
