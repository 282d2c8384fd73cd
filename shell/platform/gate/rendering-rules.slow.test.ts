import { resolve } from 'node:path';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { activateRelease, rollbackRelease } from '../acts/acts.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { buildFoundedSite } from '../testing/build-published-site.ts';
import { readNewest } from '../testing/read-switches.ts';
import { refusalOf } from '../testing/tamper.ts';
import { openRenderer } from './development-renderer.ts';
import { gateRules } from './gate.ts';
import { pagesRenderWithin, samplePathsOf } from './rendering-rules.ts';

const operator = { remote: 'mf-agents', by: 'anna', reason: 'test' };
/** The gate with less patience, so that a page that hangs does not hold the test up. */
const impatient = pagesRenderWithin({ page: 1000, all: 4000 });
const rules = gateRules.map((rule) => (rule.id === impatient.id ? impatient : rule));
let store: ReleaseStore;
let platform: ReleasePlatform;

beforeEach(async () => {
  ({ store, platform } = await buildFoundedSite());
});

/** A release whose page is made by this code; `jsx` is React's. */
function publishPage(code: string, version = '1.0.0'): Promise<string> {
  const bundle = `const { jsx } = require('react/jsx-runtime');
exports.routes = [{ path: '/my-agent', load: async () => { ${code} } }];`;
  return buildPublished(store, { version, files: { 'server/remote.cjs': bundle } });
}

describe('the gate rule "render"', () => {
  it('refuses a release for each page that throws, with a parameter or a value of the query or without, or is no page', async () => {
    const broken: [string, RegExp][] = [
      [
        'throw new Error("no licence")',
        /^The page \/my-agent\/0 cannot be rendered on the server: Error: no licence\.$/,
      ],
      ['return () => { throw new Error("no data") }', /cannot be rendered .*: Error: no data\.$/],
      ['return () => jsx("h2", {})', /^The page \/my-agent\/2 has an h1 0 times instead of once\.$/],
      ['return () => [jsx("h1", {}, 1), jsx("h1", {}, 2)]', /has an h1 2 times/],
      ['return () => [jsx("h1", {}, 1), jsx("title", { children: "x" }, 2)]', /has a title 2 times/],
    ];
    const named = { path: '/agents/:agentName', sample: { agentName: 'roof-helper' } };
    const searched = { path: '/my-agent', search: { industry: ['hvac', 'solar & wind'], step: ['2'] } };
    const routes = [...broken.map((_, index) => ({ path: `/my-agent/${index}` })), named, searched];
    const pages = broken.map(([code], index) => `{ path: '/my-agent/${index}', load: async () => { ${code} } }`);
    pages.push(`{ path: '${named.path}', load: () => { throw new Error("no agent"); } }`);
    pages.push(`{ path: '${searched.path}', load: async () => Page }`);
    const bundle = `const { jsx } = require('react/jsx-runtime');
const { useSearchParams } = require('kit/router');
const Page = () => {
  const [search] = useSearchParams();
  if (search.get('industry') === 'solar & wind') throw new Error('no sun');
  return jsx('h1', { children: 'A page' });
};
exports.routes = [${pages.join()}];`;
    const id = await buildPublished(store, { routes, files: { 'server/remote.cjs': bundle } });
    const { findings } = await refusalOf(activateRelease(platform, { ...operator, id }));
    const problems = [
      ...broken.map(([, problem]) => problem),
      /^The page \/agents\/roof-helper cannot .*: Error: no agent\.$/,
      /^The page \/agents\/%22%3E%3Cscript.* cannot be rendered/,
      /^The page \/my-agent\?industry=solar\+%26\+wind cannot be rendered on the server: Error: no sun\.$/,
    ];
    expect(findings).toMatchObject(
      problems.map((problem) => ({ rule: 'render', problem: expect.stringMatching(problem) })),
    );
    expect(await readNewest(store)).toBeNull();
  });

  it('refuses a release whose page hangs', async () => {
    // What the renderer says of its own end goes to the log.
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const id = await publishPage('return () => { for (;;); }');
    const { findings } = await refusalOf(activateRelease(platform, { ...operator, id, rules }));
    const problem = expect.stringMatching(/cannot be rendered on the server: it did not finish within 1 s\.$/);
    expect(findings).toMatchObject([{ rule: 'render', problem }]);
    expect(await readNewest(store)).toBeNull();
  }, 30_000);

  it('tries a page under each value of a parameter or of the query that the route knows, and under no other', () => {
    expect(samplePathsOf({ path: '/my-agent', search: { industry: ['hvac'] } })).toEqual([
      '/my-agent',
      '/my-agent?industry=hvac',
    ]);
    expect(samplePathsOf({ path: '/careers/:job', values: { job: ['driver', 'dry cleaner'] } })).toEqual([
      '/careers/driver',
      '/careers/dry%20cleaner',
    ]);
  });

  it('is not asked again when a release that was live comes back', async () => {
    const first = await publishPage('throw new Error("only on the server of today")');
    const second = await buildPublished(store, { version: '1.1.0' });
    for (const id of [first, second]) await activateRelease(platform, { ...operator, id, rules: [] });
    await expect(rollbackRelease(platform, operator)).resolves.toMatchObject({ outcome: 'changed' });
  });
});

it('the renderer of `remote dev` says of a page that hangs each time that it hangs, and then renders the mended one', async () => {
  // What the renderer says of its own end goes to the log.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const renderer = openRenderer(resolve(import.meta.dirname, '../testing/small-host.cjs'), 1000);
  const tryPage = async (load: string) => {
    const code = `const { jsx } = require('react/jsx-runtime'); exports.routes = [{ path: '/x', load: async () => { ${load} } }];`;
    const meta = { path: '/x', title: 'A page', description: 'About it.', chunk: 'page-x' };
    const page = { release: load, meta, loadCode: async () => code };
    return (await renderer.tryPage({ url: '/x', site: {}, page })).problems.map(({ problem }) => problem);
  };
  const hanging = 'return () => { for (;;); }';
  const hangs = ['The page /x cannot be rendered on the server: it did not finish within 1 s.'];
  expect(await tryPage(hanging)).toEqual(hangs);
  expect(await tryPage(hanging)).toEqual(hangs);
  expect(await tryPage('return () => jsx("h1", { children: "Hello" })')).toEqual([]);
  renderer.close();
}, 60_000);
