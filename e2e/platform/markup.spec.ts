import { expect, test } from '@playwright/test';
import { loadRoutes } from '../accessibility/routes.ts';

test('styles have both the standard and the prefixed property where iOS needs the prefix', async ({ request }) => {
  for (const path of await loadRoutes(request)) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('-webkit-text-size-adjust:100%');
    for (const property of ['text-size-adjust', 'user-select', 'backdrop-filter', 'box-decoration-break', 'hyphens']) {
      const plain = html.match(new RegExp(`(?<![\\w-])${property}:`, 'g'))?.length ?? 0;
      const prefixed = html.match(new RegExp(`-webkit-${property}:`, 'g'))?.length ?? 0;
      expect(prefixed, `${property} of ${path}`).toBe(plain);
    }
  }
});

// That each of them answers is proved in `first-answer.quick.spec.ts`.
test('the sitemap lists every page that may be indexed, and no other', async ({ request }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap.xml');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path);
  expect(paths).toContain('/leads');
  expect(paths).not.toContain('/my-agent');
  expect(paths).not.toContain('/click-demos');
  expect(paths).not.toContain('/industries/roofing');
});
