import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  activateRelease,
  type ReleasePlatform,
  RenderPool,
  rollbackRelease,
  type SiteFollower,
} from '../../platform/index.ts';
import { buildPublished } from '../../platform/testing/build-dist.ts';
import { anna, copiesOf, grantToSite, ofDemos } from '../../platform/testing/build-published-site.ts';
import { startFollower } from '../../platform/testing/start-follower.ts';
import { until } from '../../platform/testing/until.ts';
import { loadSiteConfig, siteConfigFile } from '../../settings/site-config.ts';
import { readShellBuild } from '../shells/page-shell.ts';
import { ShellRenderers } from '../shells/shell-renderers.ts';
import { PageComposer } from './page-composer.ts';
import type { KnownAnswer } from './route-answers.ts';

/** A page that changes with each render and shows how often its process has rendered it. */
const bundle = `const { jsx } = require('react/jsx-runtime'); let times = 0;
exports.routes = [{ path: '/my-agent', load: async () => { times += 1; const text = times + ' ' + Math.random(); return () => jsx('h1', { children: text }); } }];`;

/** A page that shows what the API answered. */
const ofAgent = {
  version: '2.0.0',
  routes: [
    {
      path: '/agents/:agentName',
      noindex: true,
      data: '/api/ai-agents/by-name/:agentName',
      namedBy: { title: 'businessName', description: 'tagline' },
    },
  ],
  files: {
    'server/remote.cjs': `const { jsx } = require('react/jsx-runtime'); const { useRouteAnswer } = require('kit/site');
const Agent = () => {
  const { path, answer } = useRouteAnswer();
  return jsx('h1', { children: [path, ' ', JSON.stringify(answer)] });
};
exports.routes = [{ path: '/agents/:agentName', load: async () => Agent }];`,
  },
};

/** Where it counts when pages are rendered: with this host renderers start sooner than with the shell. */
const smallHost = path.resolve(import.meta.dirname, '../../platform/testing/small-host.cjs');

let platform: ReleasePlatform;
let follower: SiteFollower;
let renderers: ShellRenderers;
let composer: PageComposer;
let ids: string[];

const copySite = copiesOf(async ({ store, platform }) => {
  const all: string[] = [];
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    all.push(await buildPublished(store, { version, files: { 'server/remote.cjs': bundle } }));
  }
  await activateRelease(platform, { ...anna, id: all[0] ?? '' });
  return { ids: all };
});

beforeEach(async () => {
  ({ platform, ids } = await copySite());
  follower = await startFollower(platform);
});

/** Composes pages with this bundle of the host; without one with that of the shell. */
function useHost(hostBundle?: string): void {
  const times = { timeLimit: 30_000, refillAfter: 60_000 };
  renderers = new ShellRenderers((host) => new RenderPool({ ...host, ...(hostBundle && { hostBundle }), ...times }));
  composer = new PageComposer({
    shell: readShellBuild(),
    config: loadSiteConfig(siteConfigFile({})),
    renderers,
  });
  follower.onChange((site) => composer.follow(site));
}

afterEach(() => renderers.close());

async function activate(index: number): Promise<void> {
  await activateRelease(platform, { ...anna, id: ids[index] ?? '' });
}

async function serves(index: number): Promise<void> {
  await until(() => follower.current.remotes[0]?.live.record.id === ids[index]);
}

async function pageOf(site = follower.current, isPreview = false): Promise<string> {
  const page = site.findPage('/my-agent') ?? null;
  const { body } = await composer.compose({ site, url: '/my-agent', page, isPreview });
  return (await body.variantFor('identity')).body.toString();
}

async function headingOf(...of: Parameters<typeof pageOf>): Promise<string> {
  return /<h1>(.*?)<\/h1>/.exec(await pageOf(...of))?.[1] ?? '';
}

describe('the composer of pages', () => {
  beforeEach(() => useHost(smallHost));

  it('renders a page once for as long as its release is served, and anew when it comes back', async () => {
    const before = follower.current;
    const first = await headingOf();
    expect(first).toMatch(/^1 /);
    expect(await headingOf()).toBe(first);
    await activate(1);
    await serves(1);
    await headingOf();
    // Somebody who came before the switch still has it rendered.
    const late = await headingOf(before);
    expect(late).not.toBe(first);
    await rollbackRelease(platform, anna);
    await serves(0);
    const again = await headingOf();
    // A fresh process rendered it; it is not from the cache.
    expect(again).toMatch(/^1 /);
    expect([first, late]).not.toContain(again);
  });

  it('has a release that was taken back rendered by a fresh process, also where it is the one before the live one', async () => {
    // Each of the two has replaced the other.
    for (const index of [1, 0, 1]) {
      await activate(index);
      await serves(index);
    }
    await headingOf();
    await rollbackRelease(platform, anna);
    await serves(0);
    expect(follower.current.remotes[0]?.previous?.record.id).toBe(ids[1]);
    await activate(1);
    await serves(1);
    expect(await headingOf()).toMatch(/^1 /);
  });

  it('has a preview rendered by a process that no visitor gets a page of, and pins its tabs alone', async () => {
    const preview = await follower.vary(follower.current, { 'mf-agents': ids[2] ?? '' });
    const previewed = await headingOf(preview, true);
    expect(await pageOf(preview, true)).toContain('"isPinned":true');
    expect(await pageOf()).not.toContain('isPinned');
    expect(previewed).toMatch(/^1 /);
    await activate(2);
    await serves(2);
    const live = await headingOf();
    expect(live).toMatch(/^1 /);
    expect(live).not.toBe(previewed);
    expect(await headingOf(preview, true)).toBe(previewed);
  });
});

describe('a page in the layout of the shell', () => {
  beforeEach(() => useHost());

  it('is rendered anew with the links that another remote offers, for as long as its key has the grant', async () => {
    const slots = {
      header: { label: 'Try it', path: '/click-demos' },
      footer: { label: 'Demos', path: '/click-demos' },
    };
    const demos = await buildPublished(platform.store, { ...ofDemos, output: { slots } });
    expect(await pageOf()).not.toContain('Try it');
    await grantToSite(platform, { slots: ['header', 'footer'] });
    await activateRelease(platform, { ...anna, remote: 'mf-demos', id: demos });
    await until(() => follower.current.slots !== null);
    const [header = '', rest = ''] = (await pageOf()).split('</header>');
    expect(header).toContain('Try it');
    expect(rest).toContain('>Demos</a>');
    await grantToSite(platform, { slots: ['footer'] });
    await until(() => follower.current.slots?.header.length === 0);
    expect(await pageOf()).not.toContain('Try it');
    expect(await pageOf()).toContain('>Demos</a>');
  });

  async function composeAgent(answer: KnownAnswer | null) {
    const site = follower.current;
    const page = site.findPage('/agents/acme') ?? null;
    const composed = await composer.compose({ site, url: '/agents/acme', page, answer, isPreview: false });
    const { body } = await composed.body.variantFor('identity');
    const html = body.toString();
    const block = (id: string) => JSON.parse(new RegExp(`id="${id}">(.*?)</script>`, 's').exec(html)?.[1] ?? '{}');
    return { ...composed, html, data: block('page-data'), scripts: block('page-scripts') };
  }

  it('is finished with what the API answered, named by that, and hands it on as text', async () => {
    await activateRelease(platform, { ...anna, id: await buildPublished(platform.store, ofAgent) });
    await until(() => follower.current.revision === 2);
    const hostile = '</script><script>alert(1)</script><!-- \u2028\u2029 & "';
    const body = { businessName: hostile, tagline: 'Smiles', id: '7' };
    const { html, data, scripts, status, isRendered } = await composeAgent({
      answer: { status: 200, body },
      name: 'hostile',
    });
    expect([status, isRendered, scripts.atOnce]).toEqual([200, true, false]);
    expect(data.answer).toEqual({ status: 200, body });
    expect(html).not.toContain('<script>alert(1)');
    expect(/id="page-data">.*/s.exec(html)?.[0]).not.toMatch(/[\u2028\u2029]/);
    expect(html).toContain('/api/ai-agents/by-name/acme');
    expect(html).toMatch(/<title>&lt;\/script&gt;[^<]* \| Beaconfield<\/title>/);
    expect(html).toContain('<meta name="description" content="Smiles"');
    expect(html).toContain('<meta property="og:description" content="Smiles"');
    // A page is rendered anew for another answer, and is 404 where the API says so.
    const first = await composeAgent({ answer: { status: 200, body: { businessName: 'One' } }, name: 'one' });
    const second = await composeAgent({ answer: { status: 200, body: { businessName: 'Two' } }, name: 'two' });
    expect(/<title>(.*?) \|/.exec(first.html)?.[1]).toBe('One');
    expect(/<title>(.*?) \|/.exec(second.html)?.[1]).toBe('Two');
    const none = await composeAgent({ answer: { status: 404 }, name: 'none' });
    expect([none.status, none.isRendered, none.data.answer]).toEqual([404, true, { status: 404 }]);
    // The browser requests the data again.
    expect([first.scripts.atOnce, none.scripts.atOnce]).toEqual([false, true]);
    // What the API did not answer in time is left to the browser, which starts at once.
    const unanswered = await composeAgent(null);
    expect([unanswered.status, unanswered.data.answer, unanswered.scripts.atOnce]).toEqual([200, undefined, true]);
    expect(unanswered.html).toContain('<title>My agent | Beaconfield</title>');
  });
});
