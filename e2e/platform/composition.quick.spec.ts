import { expect, openHydrated, test } from '../support/test.ts';

const pages = [
  { path: '/', title: /\| Beaconfield$/ },
  { path: '/leads', title: /\| Beaconfield$/ },
  { path: '/exotics-intake', title: /\| Beaconfield$/ },
  { path: '/my-agent', title: /\| Beaconfield$/ },
  { path: '/click-demos', title: /\| Beaconfield$/ },
];

for (const { path, title } of pages) {
  test(`${path} is complete in the server's HTML and hydrates without a mismatch`, async ({ page, request }) => {
    const html = await (await request.get(path)).text();
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]+<\/title><meta name="description" content="[^"]+"/);

    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector('h1')?.setAttribute('data-from-server', '');
      });
    });
    await openHydrated(page, path);
    await expect(page.locator('h1[data-from-server]')).toHaveCount(1);
    await expect(page).toHaveTitle(title);
  });
}

test('a path that no remote serves gets status 404 and the not-found page', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  const links = page.getByRole('main').getByRole('link');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(['/', '/services', '/leads', '/ai-agent-demo', '/contact']);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
});

test('navigation between remotes keeps the tab, moves the focus and fetches each remote once', async ({ page }) => {
  const entries: string[] = [];
  page.on('request', (request) => {
    // Prefetched files come from the browser's cache.
    if (request.resourceType() !== 'script' || !request.url().endsWith('remoteEntry.js')) return;
    const [, , remote = '', release = ''] = new URL(request.url()).pathname.split('/');
    // A second attempt, when the first one is slow, has another address.
    if (!release.includes('~')) entries.push(remote);
  });
  await openHydrated(page, '/');
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
