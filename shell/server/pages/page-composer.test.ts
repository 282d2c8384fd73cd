import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  activateRelease,
  type ReleasePlatform,
  RenderPool,
  rollbackRelease,
  SiteFollower,
  SiteRights,
  Stores,
} from '../../platform/index.ts';
import { buildFolder, buildPublished } from '../../platform/testing/build-dist.ts';
import { buildPlatform } from '../../platform/testing/build-platform.ts';
import { until } from '../../platform/testing/until.ts';
import { loadSiteConfig, siteConfigFile } from '../../settings/site-config.ts';
import { readShellBuild } from '../shells/page-shell.ts';
import { ShellRenderers } from '../shells/shell-renderers.ts';
import { PageComposer } from './page-composer.ts';
import type { KnownAnswer } from './route-answers.ts';

const anna = { remote: 'mf-agents', by: 'anna', reason: 'test' };
/** A page that changes with each render and shows how often its process has rendered it. */
const bundle = `const { jsx } = require('react/jsx-runtime'); const { useRouteAnswer } = require('kit/site'); let times = 0;
const Agent = () => {
  const { path, answer } = useRouteAnswer();
  return jsx('h1', { children: [path, ' ', JSON.stringify(answer)] });
};
exports.routes = [{ path: '/agents/:agentName', load: async () => Agent }, { path: '/my-agent', load: async () => { times += 1; const text = times + ' ' + Math.random(); return () => jsx('h1', { children: text }); } }];`;

const routes = [
  { path: '/my-agent' },
  {
    path: '/agents/:agentName',
    noindex: true,
    data: '/api/ai-agents/by-name/:agentName',
    namedBy: { title: 'businessName', description: 'tagline' },
  },
];

let platform: ReleasePlatform;
let follower: SiteFollower;
let renderers: ShellRenderers;
let composer: PageComposer;
let ids: string[];

beforeEach(async () => {
  jest.spyOn(console, 'info').mockImplementation(() => {});
  platform = buildPlatform(Stores.openFolderStore(await buildFolder()));
  ids = [];
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    ids.push(await buildPublished(platform.store, { version, routes, files: { 'server/remote.cjs': bundle } }));
  }
  await activate(0);
  follower = new SiteFollower(platform);
  await follower.ready;
  renderers = new ShellRenderers((host) => new RenderPool({ ...host, timeLimit: 30_000 }));
  composer = new PageComposer({
    shell: readShellBuild(),
    config: loadSiteConfig(siteConfigFile({})),
    renderers,
  });
  follower.onChange((site) => composer.follow(site));
});

afterEach(() => {
  follower.stop();
  renderers.close();
});

async function activate(index: number): Promise<void> {
  await activateRelease(platform, { ...anna, id: ids[index] ?? '', rules: [] });
}

async function serves(index: number): Promise<void> {
  await until(() => follower.current.remotes[0]?.live.record.id === ids[index]);
}

async function headingOf(site = follower.current, isPreview = false): Promise<string> {
  const page = site.findPage('/my-agent') ?? null;
  const { body } = await composer.compose({ site, url: '/my-agent', page, isPreview });
  const { body: bytes } = await body.variantFor('identity');
  return /<h1>(.*?)<\/h1>/.exec(bytes.toString())?.[1] ?? '';
}

describe('the composer of pages', () => {
  it('renders a page once for as long as its release is served, and anew when it comes back', async () => {
    const first = await headingOf();
    expect(first).toMatch(/^1 /);
    expect(await headingOf()).toBe(first);
    await activate(1);
    await serves(1);
    await headingOf();
    await rollbackRelease(platform, anna);
    await serves(0);
    const again = await headingOf();
    // A fresh process rendered it; it is not from the cache.
    expect(again).toMatch(/^1 /);
    expect(again).not.toBe(first);
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

  it('pins the tabs of previews alone', async () => {
    const bodyOf = async (isPreview: boolean) => {
      const page = follower.current.findPage('/my-agent') ?? null;
      const { body } = await composer.compose({ site: follower.current, url: '/my-agent', page, isPreview });
      return (await body.variantFor('identity')).body.toString();
    };
    expect(await bodyOf(true)).toContain('"isPinned":true');
    expect(await bodyOf(false)).not.toContain('isPinned');
  });

  it('renders a page anew with the links that another remote offers, for as long as its key has the grant', async () => {
    const page = async () => {
      const site = follower.current;
      const found = site.findPage('/my-agent') ?? null;
      const { body } = await composer.compose({ site, url: '/my-agent', page: found, isPreview: false });
      return (await body.variantFor('identity')).body.toString();
    };
    const slots = {
      header: { label: 'Try it', path: '/click-demos' },
      footer: { label: 'Demos', path: '/click-demos' },
    };
    const routes = [{ path: '/click-demos' }];
    const demos = await buildPublished(platform.store, { remote: 'mf-demos', routes, output: { slots } });
    expect(await page()).not.toContain('Try it');
    const { publicKey: key } = await platform.readSigner();
    const grant = async (slots: string[]) =>
      SiteRights.grantKey(platform, {
        ...{ name: 'site', key, remotes: '*', actions: ['publish', 'activate'], expires: null, slots },
        ...{ by: 'anna', reason: 'test' },
      });
    await grant(['header', 'footer']);
    await activateRelease(platform, { ...anna, remote: 'mf-demos', id: demos, rules: [] });
    await until(() => follower.current.slots !== null);
    const [header = '', rest = ''] = (await page()).split('</header>');
    expect(header).toContain('Try it');
    expect(rest).toContain('>Demos</a>');
    await grant(['footer']);
    await until(() => follower.current.slots?.header.length === 0);
    expect(await page()).not.toContain('Try it');
    expect(await page()).toContain('>Demos</a>');
  });

  it('keeps nothing that somebody who came before the switch still has rendered', async () => {
    const old = follower.current;
    await activate(1);
    await serves(1);
    const late = await headingOf(old);
    await rollbackRelease(platform, anna);
    await serves(0);
    expect(await headingOf()).not.toBe(late);
  });

  it('has a preview rendered by a process that no visitor gets a page of', async () => {
    const preview = await follower.vary(follower.current, { 'mf-agents': ids[2] ?? '' });
    const previewed = await headingOf(preview, true);
    expect(previewed).toMatch(/^1 /);
    await activate(2);
    await serves(2);
    const live = await headingOf();
    expect(live).toMatch(/^1 /);
    expect(live).not.toBe(previewed);
    expect(await headingOf(preview, true)).toBe(previewed);
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

  it('finishes a page with what the API answered, names it by that, and hands it on as text', async () => {
    const hostile = '</script><script>alert(1)</script><!-- \u2028\u2029 & "';
    const body = { businessName: hostile, tagline: 'Smiles', id: '7' };
    const { html, data, scripts, status, isRendered } = await composeAgent({
      answer: { status: 200, body },
      name: 'one',
    });
    expect([status, isRendered, scripts.atOnce]).toEqual([200, true, false]);
    expect(data.answer).toEqual({ status: 200, body });
    expect(html).not.toContain('<script>alert(1)');
    expect(/id="page-data">.*/s.exec(html)?.[0]).not.toMatch(/[\u2028\u2029]/);
    expect(html).toContain('/api/ai-agents/by-name/acme');
    expect(html).toMatch(/<title>&lt;\/script&gt;[^<]* \| Beaconfield<\/title>/);
    expect(html).toContain('<meta name="description" content="Smiles"');
    expect(html).toContain('<meta property="og:description" content="Smiles"');
  });

  it('renders a page anew for another answer, and says 404 where the API does', async () => {
    const first = await composeAgent({ answer: { status: 200, body: { businessName: 'One' } }, name: 'one' });
    const second = await composeAgent({ answer: { status: 200, body: { businessName: 'Two' } }, name: 'two' });
    expect(/<title>(.*?) \|/.exec(first.html)?.[1]).toBe('One');
    expect(/<title>(.*?) \|/.exec(second.html)?.[1]).toBe('Two');
    const none = await composeAgent({ answer: { status: 404 }, name: 'none' });
    expect([none.status, none.isRendered, none.data.answer]).toEqual([404, true, { status: 404 }]);
    // The browser requests the data again.
    expect([first.scripts.atOnce, none.scripts.atOnce]).toEqual([false, true]);
  });

  it('leaves what the API did not answer in time to the browser, which starts at once', async () => {
    const { status, data, scripts, html } = await composeAgent(null);
    expect([status, data.answer, scripts.atOnce]).toEqual([200, undefined, true]);
    expect(html).toContain('<title>My agent | Beaconfield</title>');
  });
});
