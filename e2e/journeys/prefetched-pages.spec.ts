import { expect, openHydrated, test } from '../support/test.ts';

const leads = 'Pre-Qualified Leads You Can Buy Today';
const hvac = 'When the AC quits, they call you first';

test('pointing at a link prefetches its page, and following it loads no script of a remote', async ({ page }) => {
  const scripts: string[] = [];
  let reports = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The dialogs of `/leads` are fetched as soon as the pointer is over one of their buttons, where it may be after the click.
    if (/^\/remotes\/.*[.]js$/.test(pathname) && !pathname.endsWith('/market-dialogs.js')) scripts.push(pathname);
    if (pathname === '/_health/views') reports += 1;
  });
  await openHydrated(page, '/hvac');
  await expect.poll(() => reports).toBe(1);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale', exact: true });
  const fetched = page.waitForEvent('requestfinished', (request) => /mf-marketplace.*page-leads/.test(request.url()));
  await link.hover();
  await fetched;
  // Pointing at a link is no view of its page.
  expect(reports).toBe(1);
  const loaded = scripts.length;
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(leads);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(/\/leads$/);
  await expect.poll(() => reports).toBe(2);
  expect(scripts).toHaveLength(loaded);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hvac);
});
