import { createHash } from 'node:crypto';
import { expect, it, jest } from '@jest/globals';
import { activateRelease } from '../acts/acts.ts';
import { RenderBreakdown } from '../serve/rendering/host-bundle.ts';
import type { RenderPool } from '../serve/rendering/render-pool.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { testPolicy } from '../testing/build-platform.ts';
import { buildFoundedSite, buildPublishedSite } from '../testing/build-published-site.ts';
import { loadPages } from '../testing/load-pages.ts';
import { refusalOf } from '../testing/tamper.ts';
import { firstAnswerIsWithinBudget, pagesRender } from './rendering-rules.ts';

const operator = { remote: 'mf-agents', by: 'anna', reason: 'test' };
/** No browser is started: the page is weighed, not opened. */
const rules = [pagesRender, firstAnswerIsWithinBudget];

/** Words that do not compress: two thirds of the characters stay. */
const words = (characters: number) =>
  Array.from({ length: characters / 64 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex')).join(' ');

it('the gate rule "first-answer" refuses a page whose first answer takes more than its budget, by name and in bytes', async () => {
  const { store, platform: site } = await buildFoundedSite();
  const platform = { ...site, policy: { ...testPolicy, browsing: { loadPages } } };
  const textsOf = { '/my-agent': words(25_600), '/my-agent/light': words(640) };
  const bundle = `const { jsx } = require('react/jsx-runtime');
exports.routes = Object.entries(${JSON.stringify(textsOf)}).map(([path, text]) => ({ path, load: async () => () => jsx('h1', { children: text }) }));`;
  const routes = Object.keys(textsOf).map((path) => ({ path }));
  const id = await buildPublished(store, { routes, files: { 'server/remote.cjs': bundle } });
  const createPool = jest.fn(platform.createPool);
  const { findings } = await refusalOf(activateRelease({ ...platform, createPool }, { ...operator, id, rules }));
  // The rules share the rendered pages.
  expect(createPool).toHaveBeenCalledTimes(1);
  expect(findings).toMatchObject([
    {
      rule: 'first-answer',
      problem: expect.stringMatching(/^The page \/my-agent takes [12]\d{4} bytes .* the budget is 14000\.$/),
    },
  ]);
  const generous = { ...platform, policy: { ...platform.policy, firstAnswerBudget: 30_000 } };
  expect(await activateRelease(generous, { ...operator, id, rules })).toMatchObject({ outcome: 'changed' });
});

it('a renderer that could not be started is not held against the page: the remedy is to try again', async () => {
  const { platform: own, first: id } = await buildPublishedSite();
  const render = () => Promise.reject(new RenderBreakdown('unavailable', 'no renderer could be started (EAGAIN)'));
  // The gate asks a pool for nothing else.
  const createPool = () => ({ render, close: () => {} }) as unknown as RenderPool;
  const platform = { ...own, createPool };
  const { findings } = await refusalOf(activateRelease(platform, { ...operator, id, rules: [pagesRender] }));
  expect(findings).toMatchObject([
    {
      problem: 'The page /my-agent cannot be rendered on the server: no renderer could be started (EAGAIN).',
      remedy: expect.stringMatching(/^Try again/),
    },
  ]);
});
