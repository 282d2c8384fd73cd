import type { Page } from '@playwright/test';
import { expectCleanAtBothWidths } from '../support/expect-no-violations.ts';
import { pauseClock } from '../support/pause-clock.ts';
import { anotherNote, publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// Pages that the shell server renders itself: the staff page, the preview banner, notices, and pages without scripts.

const remote = 'mf-demos';
const token = 'a-token-of-anna-for-tests';
let site: ShellSite;
let previewLink: string;

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  site = await startShellSite({ STAFF_TOKENS: `Anna:${token}`, OFFICE_KEY: '7'.repeat(64) });
  const second = await publishChanged(site, { remote, files: anotherNote() });
  await site.goLive(remote, second);
  const third = await publishChanged(site, { remote, files: anotherNote() });
  previewLink = `/click-demos?preview=${(await site.release('preview', remote, third)).token}`;
});
test.afterAll(() => site.stop());

/** Changes the HTML of every page before the browser receives it. */
async function changePages(page: Page, change: (html: string) => string): Promise<void> {
  await page.route(`${site.address}/**`, async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch({ maxRetries: 1 });
    return route.fulfill({ response, body: change(await response.text()) });
  });
}

test('the staff page is clean for axe: login, refused login, list, refused rollback, inbox without its API', async ({
  page,
}) => {
  const logIn = async (given: string) => {
    await page.getByLabel('Your token').fill(given);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  await page.goto(`${site.address}/_ops`);
  await expectCleanAtBothWidths(page, 'signing in');
  await logIn('wrong');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectCleanAtBothWidths(page, 'a wrong token');
  await logIn(token);
  await expect(page.getByRole('heading', { name: 'Remotes' })).toBeVisible();
  await expectCleanAtBothWidths(page, 'the list');
  await page.getByRole('link', { name: `Roll back ${remote}` }).click();
  await page.getByLabel('Why', { exact: true }).fill('  ');
  await page.getByRole('button', { name: `Roll back ${remote}` }).click();
  await expect(page.getByRole('alert')).toContainText('needs a reason');
  await expectCleanAtBothWidths(page, 'a refused rollback');
  await page.goto(`${site.address}/_ops/inbox`);
  await expect(page.getByRole('alert')).toContainText('The inbox is unavailable: the API does not answer.');
  await expectCleanAtBothWidths(page, 'the inbox without its API');
});

test('the preview banner is clean for axe and does not cover the end of the page', async ({ page }) => {
  await openHydrated(page, site.address + previewLink);
  await expect(page.getByText('Preview of')).toBeVisible();
  await expectCleanAtBothWidths(page, 'the preview');
  await page.setViewportSize({ width: 320, height: 256 });
  const banner = await page.locator('[data-preview]').boundingBox();
  expect(banner?.height).toBeLessThan(256 / 3);
});

test('the placeholder of a loading page is clean for axe', async ({ page }) => {
  // As if the release failed on the server and loads slowly in the browser.
  await page.route('**/remotes/**', () => {});
  await changePages(page, (html) => html.replace(/(<div id="root">).*?(<\/div><noscript><p)/s, '$1$2'));
  await page.clock.install();
  await page.goto(`${site.address}/leads`);
  // Stops the clock, so that the page does not give up before the check. axe needs it to run again.
  await pauseClock(page);
  await page.mouse.move(1, 1);
  // The page starts in several tasks with pauses.
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(page.getByRole('status').filter({ hasText: 'Loading the page' })).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 15_000 });
  await page.clock.resume();
  await expectCleanAtBothWidths(page, 'a page on its way');
});

test('a page without scripts is clean for axe, with its notice, and so is the response to a form', async ({ page }) => {
  // Removes scripts from the HTML, because axe itself needs JavaScript to be on.
  await changePages(page, (html) => html.replaceAll(/<script[\s\S]*?<\/script>|<\/?noscript>/g, ''));
  await page.goto(`${site.address}/hvac`);
  await expect(page.getByText('JavaScript is off')).toBeInViewport({ ratio: 1 });
  await expectCleanAtBothWidths(page, 'a page without scripts');
  await page.getByRole('main').getByRole('button', { name: 'Get HVAC leads' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This form needs JavaScript');
  await expectCleanAtBothWidths(page, 'the answer to a form');
});
