import { publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// All five remotes have a hostile release at once. Each is made live past the gate, as if it turned hostile later.

/**
 * The code that the server bundle of each remote runs. Endless loops and full memory are in `render-pool.slow.test.ts`, because they
 * take a processor for seconds.
 */
const harms = {
  'mf-marketing': 'module.exports = {};',
  'mf-marketplace': 'throw null;',
  'mf-agents': "Object.prototype.then = () => { throw new Error('mine'); };",
  'mf-demos': "process.kill(process.ppid, 'SIGKILL');",
  'mf-intake': "throw new Error('mine');",
};
const pages = ['/hvac', '/leads', '/my-agent', '/click-demos', '/exotics-intake'];
let site: ShellSite;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await startShellSite();
  const ids: string[] = [];
  for (const [remote, harm] of Object.entries(harms)) {
    const files = { 'server/remote.cjs': (code: string) => `${code}\n;(() => {${harm}})();` };
    const id = await publishChanged(site, { remote, files });
    await site.goLive(remote, id, { guard: 'off' });
    ids.push(id);
  }
  const live = async () => (await fetch(`${site.address}/composition/${await setOf(site)}.json`)).text();
  for (const id of ids) await expect.poll(live).toContain(id);
});
test.afterAll(() => site.stop());

const setOf = async ({ address }: ShellSite) =>
  (await fetch(`${address}/no-such-page`)).headers.get('x-release-set')?.split(' ')[0];

test('every page has a header, a footer, a heading and a telephone link without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of pages) {
    expect((await page.goto(site.address + path))?.status()).toBe(200);
    await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main')).toContainText('please load it again, or call');
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', /^tel:/);
    await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
    // Without scripts a loading message would never end.
    await expect(page.getByText('Loading the page')).toBeHidden();
  }
  await page.goto(`${site.address}/no-such-page`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  await context.close();
});

// Browsers cannot tell the harms apart: each page comes as a frame without content.
test('browsers with scripts hydrate the pages without an error', async ({ page }) => {
  await openHydrated(page, `${site.address}/leads`);
  await expect(page.getByRole('main')).not.toContainText('please load it again, or call');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  // After hydration the header's links navigate within the tab.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Client Demos' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client demos');
});

test('a page that also fails in the browser shows an error card between a working header and footer', async ({
  page,
}) => {
  await page.route('**/remotes/mf-demos/**', (route) => route.abort());
  await page.goto(`${site.address}/click-demos`);
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded');
  await expect(page.locator('[data-static-island]')).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
  await expect(page).toHaveURL(`${site.address}/leads`);
});
