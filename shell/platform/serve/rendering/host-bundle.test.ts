import { describe, expect, it } from '@jest/globals';
import type { RouteMeta } from 'kit/contracts/release';
import { type RenderedPage, shapeFault } from './host-bundle.ts';
import { RenderPool } from './render-pool.ts';

const fine: RenderedPage = {
  html: '<header></header><h1>Based on what you say</h1>',
  head: '<title>A &lt;base&gt; | B</title><meta name="description" content="What http-equiv is"/><link rel="canonical" href="https://site.example/a"/><link rel="preload" as="image" href="/a.avif"/>',
  styles: [{ key: 'css', ids: ['1abc-Root'], css: '.a{background:url("data:image/svg+xml,<svg></svg>")}' }],
};

describe('the shape of a page that a renderer answers', () => {
  it('is that of a page of the host', () => {
    expect(shapeFault(fine)).toBeNull();
    expect(shapeFault({ html: '', head: '', styles: [] })).toBeNull();
  });

  it.each<[string, Partial<RenderedPage>, RegExp]>([
    [
      'ends the title with a script',
      { head: '<title>A</title><script>x()</script>' },
      /more than title, meta and link/,
    ],
    ['ends the head', { head: `${fine.head}</head><body>` }, /more than title/],
    ['begins with words', { head: `x${fine.head}` }, /more than title/],
    ['leaves a tag open', { head: `${fine.head}<link rel="x` }, /more than title/],
    ['turns all addresses', { head: `${fine.head}<base href="https://evil.example/">` }, /more than title/],
    ['turns all addresses from its markup', { html: '<h1>A</h1><BASE href=//evil.example>' }, /a base or/],
    ['leads away', { head: '<meta http-equiv="refresh" content="3600;url=//evil.example">' }, /http-equiv/],
    ['leads away in capitals', { head: '<meta/HTTP-EQUIV=refresh content="9;url=//evil.example">' }, /http-equiv/],
    ['leads away from its markup', { html: '<meta content="0;url=//evil.example" http-equiv=refresh>' }, /http-equiv/],
    ['links to code', { head: '<link rel="next" href="javascript:alert(1)">' }, /links to javascript:/],
    ['links to data', { head: '<link rel="stylesheet" href="data:text/css,*{}">' }, /links to data:/],
    ['links to wherever the page came from', { head: '<link rel="preload" href="//evil.example/x">' }, /links to \/\//],
    ['ends its styles', { styles: [{ key: 'css', ids: [], css: 'a{}</STYLE><script>' }] }, /styles end/],
    ['names its styles with a quote', { styles: [{ key: 'css"><script>', ids: [], css: '' }] }, /styles end/],
    ['names a rule with a quote', { styles: [{ key: 'css', ids: ['a" onload="x'], css: '' }] }, /styles end/],
  ])('is not when it %s', (_, change, words) => {
    expect(shapeFault({ ...fine, ...change })).toMatch(words);
  });

  it.each([
    ['titles', '<title'],
    ['metas', '<meta '],
    ['quotes', '<link "'],
    ['endings', '</title>'],
  ])('is told at once of two million characters of %s that never end', (_, part) => {
    const endless = part.repeat(2_000_000 / part.length);
    expect(shapeFault({ ...fine, head: endless })).toMatch(/more than title/);
    expect(shapeFault({ ...fine, html: endless })).toBeNull();
  });

  it('is asked of everything that a server bundle makes of its page', async () => {
    // What the host takes for a head is made by code of the release, too.
    const renderPage = "async ({ page }) => ({ html: '', head: page.Component(), styles: [] })";
    const pool = new RenderPool({
      hostBundle: { code: `exports.hostBundle = { sharedInstances: {}, renderPage: ${renderPage} };` },
    });
    const meta: RouteMeta = { path: '/x', title: 'A page', description: 'About it.', chunk: 'page-x' };
    const code = `exports.routes = [{ path: '/x', load: async () => () => '<base href="https://evil.example/">' }];`;
    const page = { release: 'mf-x 1', meta, loadCode: async () => code };
    try {
      await expect(pool.render({ url: '/x', site: {}, page })).rejects.toThrow(
        'what it rendered is no page: its head holds more than title, meta and link elements',
      );
    } finally {
      pool.close();
    }
  });
});
