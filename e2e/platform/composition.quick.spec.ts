import { test as plainTest } from '@playwright/test';
import { requestRaw } from '../support/raw-request.ts';
import { expect, openHydrated, test } from '../support/test.ts';

test("a page of each remote is complete in the server's HTML and hydrates without a mismatch, and navigation between remotes keeps the tab, moves the focus and fetches each remote once", async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.querySelector('h1')?.setAttribute('data-from-server', '');
    });
  });
  const entries: string[] = [];
  page.on('request', (request) => {
    // Prefetched files come from the browser's cache.
    if (request.resourceType() !== 'script' || !request.url().endsWith('remoteEntry.js')) return;
    const [, , remote = '', release = ''] = new URL(request.url()).pathname.split('/');
    // A second attempt, when the first one is slow, has another address.
    if (!release.includes('~')) entries.push(remote);
  });
  const openComplete = async (path: string) => {
    const html = await (await request.get(path)).text();
    expect(html.match(/<h1/g), path).toHaveLength(1);
    expect(html, path).toMatch(/<title>[^<]+<\/title><meta name="description" content="[^"]+"/);
    await openHydrated(page, path);
    await expect(page.locator('h1[data-from-server]'), path).toHaveCount(1);
    await expect(page).toHaveTitle(/\| Beaconfield$/);
  };
  await openComplete('/');
  await test.step('navigation between remotes keeps the tab, moves the focus and fetches each remote once', async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-tab', 'same'));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
    await expect(page).toHaveURL(/\/leads$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('contentinfo').getByRole('link', { name: 'My AI Agent' }).click();
    await expect(page).toHaveURL(/\/my-agent$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/\/leads$/);
    await expect(page.locator('html')).toHaveAttribute('data-tab', 'same');
    expect(entries.toSorted()).toEqual(['mf-agents', 'mf-marketing', 'mf-marketplace']);
  });
  for (const path of ['/leads', '/exotics-intake', '/my-agent', '/click-demos']) await openComplete(path);
});

test('a path that no remote serves gets status 404 and the not-found page', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  const links = page.getByRole('main').getByRole('link');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(['/', '/services', '/leads', '/ai-agent-demo', '/contact']);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
});

/** Addresses that are no path of this site, as a browser sends them. Their router takes them for other hosts or other pages. */
const unreadable = ['//roofing', '//evil.com/', '/%', '/foo%zz', '/agents/%', '/%E0%A4%A', '/%00', '/agents/%0A'];

test('a visitor of an address that is no path of the site gets status 404 and the not-found page, with no script and nothing of the address', async ({
  page,
  baseURL,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const heading = page.getByRole('heading', { level: 1 });
  const bodies = new Set<string>();
  for (const path of unreadable) {
    const { status, headers, body } = await requestRaw(path, { headers: { Accept: 'text/html' } });
    expect([status, headers.location], path).toEqual([404, undefined]);
    bodies.add(body);
  }
  expect(bodies.size).toBe(1);
  // One that the router takes for another host, and one that it cannot decode.
  for (const path of ['//evil.com/', '/%E0%A4%A']) {
    // Playwright would take a host from a relative address.
    await page.goto(`${baseURL}${path}`);
    await page.mouse.move(2, 2);
    expect(page.url()).toBe(`${baseURL}${path}`);
    await expect(page).toHaveTitle('Page not found | Beaconfield');
    await expect(heading).toHaveText('404 Page Not Found');
    expect(await page.locator('script:not([type="application/json"]), link[rel=canonical]').count(), path).toBe(0);
  }
  await page.getByRole('main').getByRole('link', { name: 'Services' }).click();
  await expect(page).toHaveURL(`${baseURL}/services`);
  await page.goBack();
  await expect(heading).toHaveText('404 Page Not Found');
  expect(logged.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
});

plainTest('an address that is no path of the site is a problem for everything but a page view', async () => {
  for (const path of unreadable) {
    for (const request of [{}, { headers: { Accept: '*/*' } }, { method: 'POST', headers: { Accept: 'text/html' } }]) {
      const { status, headers } = await requestRaw(path, request);
      expect([status, headers['content-type']], path).toEqual([400, 'application/problem+json']);
    }
    const head = await requestRaw(path, { method: 'HEAD', headers: { Accept: 'text/html' } });
    expect([head.status, head.body], path).toEqual([404, '']);
  }
});
