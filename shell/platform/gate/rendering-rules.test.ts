import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease } from '../acts/switch.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { LoadedRelease } from '../log/release-files.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform, testPolicy } from '../testing/build-platform.ts';
import { loadPages } from '../testing/load-pages.ts';
import { refusalOf } from '../testing/tamper.ts';
import { beginRendering, type GatePage, pagesAsRendered, renderedPagesOf } from './rendered-pages.ts';
import { firstAnswerIsWithinBudget, pagesRender } from './rendering-rules.ts';

const buildRelease = () => ({ text: crypto.randomUUID() }) as LoadedRelease;
const page = (path: string) => ({ path, rendered: { html: path, head: '', styles: [] } }) as unknown as GatePage;
const never = new Promise<never>(() => {});

async function pathsOf(pages: AsyncIterable<GatePage>): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of pages) paths.push(path);
  return paths;
}

describe('pages that the gate renders', () => {
  it('come to each rule beside as they are made, whoever begins', async () => {
    const release = buildRelease();
    const early = pathsOf(pagesAsRendered(release, never));
    const rendering = beginRendering(release);
    rendering.add(page('/a'));
    const late = pagesAsRendered(release, never);
    expect((await late.next()).value).toMatchObject({ path: '/a' });
    rendering.add(page('/b'));
    rendering.end();
    expect(await pathsOf(late)).toEqual(['/b']);
    expect(await early).toEqual(['/a', '/b']);
    expect(renderedPagesOf(release)).toHaveLength(2);
  });

  it('are waited for no longer than somebody renders', async () => {
    expect(await pathsOf(pagesAsRendered(buildRelease(), Promise.resolve()))).toEqual([]);
    const release = buildRelease();
    beginRendering(release).add(page('/a'));
    expect(await pathsOf(pagesAsRendered(release, Promise.resolve()))).toEqual(['/a']);
  });

  it('are made anew when a release is rendered again', () => {
    const release = buildRelease();
    const first = beginRendering(release);
    first.add(page('/a'));
    first.end();
    beginRendering(release).add(page('/b'));
    expect(renderedPagesOf(release).map(({ path }) => path)).toEqual(['/b']);
  });
});

const operator = { remote: 'mf-agents', by: 'anna', reason: 'test' };
/** No browser is started: the page is weighed, not opened. */
const rules = [pagesRender, firstAnswerIsWithinBudget];

/** Words that do not compress: two thirds of the characters stay. */
const words = (characters: number) =>
  Array.from({ length: characters / 64 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex')).join(' ');

const bundleOf = (text: string) => `const { jsx } = require('react/jsx-runtime');
exports.routes = [{ path: '/my-agent', load: async () => () => jsx('h1', { children: ${JSON.stringify(text)} }) }];`;

describe('the gate rule "first-answer"', () => {
  let store: ReleaseStore;
  let platform: ReleasePlatform;

  beforeEach(async () => {
    store = openFolderStore(await buildFolder());
    const policy = { ...testPolicy, browsing: { loadPages } };
    platform = { ...buildPlatform(store), policy };
  });

  it('refuses a page whose first answer takes more than its budget, by name and in bytes', async () => {
    const id = await buildPublished(store, { files: { 'server/remote.cjs': bundleOf(words(25_600)) } });
    const { findings } = await refusalOf(activateRelease(platform, { ...operator, id, rules }));
    expect(findings).toMatchObject([
      {
        rule: 'first-answer',
        problem: expect.stringMatching(/^The page \/my-agent takes [12]\d{4} bytes .* the budget is 14000\.$/),
      },
    ]);
  });

  it('takes one where the site allows pages more, and every page that says less', async () => {
    const heavy = await buildPublished(store, { files: { 'server/remote.cjs': bundleOf(words(25_600)) } });
    const generous = { ...platform, policy: { ...platform.policy, firstAnswerBudget: 30_000 } };
    await activateRelease(generous, { ...operator, id: heavy, rules });
    const light = await buildPublished(store, {
      version: '1.1.0',
      files: { 'server/remote.cjs': bundleOf(words(640)) },
    });
    expect(await activateRelease(platform, { ...operator, id: light, rules })).toMatchObject({ outcome: 'changed' });
  });
});
