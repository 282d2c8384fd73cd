import { resolve } from 'node:path';
import { afterAll, expect, it, jest } from '@jest/globals';
import { openRenderer } from './development-renderer.ts';

const renderer = openRenderer(resolve(import.meta.dirname, '../testing/small-host.cjs'), 2000);

afterAll(() => renderer.close());

it('says of a page that hangs each time that it hangs, and then renders the mended one', async () => {
  // What the renderer says of its own end goes to the log.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const tryPage = async (load: string) => {
    const code = `const { jsx } = require('react/jsx-runtime'); exports.routes = [{ path: '/x', load: async () => { ${load} } }];`;
    const meta = { path: '/x', title: 'A page', description: 'About it.', chunk: 'page-x' };
    const page = { release: load, meta, loadCode: async () => code };
    return (await renderer.tryPage({ url: '/x', site: {}, page })).problems.map(({ problem }) => problem);
  };
  const hanging = 'return () => { for (;;); }';
  const hangs = ['The page /x cannot be rendered on the server: it did not finish within 2 s.'];
  expect(await tryPage(hanging)).toEqual(hangs);
  expect(await tryPage(hanging)).toEqual(hangs);
  expect(await tryPage('return () => jsx("h1", { children: "Hello" })')).toEqual([]);
}, 60_000);
