import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  activateRelease,
  FolderReleaseStore,
  type ReleasePlatform,
  RenderPool,
  rollbackRelease,
  SiteFollower,
} from '../../platform/index.ts';
import { buildFolder, buildPublished } from '../../platform/testing/build-dist.ts';
import { buildPlatform, testPolicy } from '../../platform/testing/build-platform.ts';
import { until } from '../../platform/testing/until.ts';
import { loadSiteConfig, siteConfigFile } from '../../settings/site-config.ts';
import { readShellBuild } from '../shell-build.ts';
import { PageComposer } from './page-composer.ts';

const anna = { remote: 'mf-agents', by: 'anna', reason: 'test' };
/** A page that is another one each time it is rendered, and says how often its process has rendered it. */
const bundle = `const { jsx } = require('react/jsx-runtime'); let times = 0;
exports.routes = [{ path: '/my-agent', load: async () => { times += 1; const text = times + ' ' + Math.random(); return () => jsx('h1', { children: text }); } }];`;

let platform: ReleasePlatform;
let follower: SiteFollower;
let pool: RenderPool;
let composer: PageComposer;
let ids: string[];

beforeEach(async () => {
  jest.spyOn(console, 'info').mockImplementation(() => {});
  platform = buildPlatform(new FolderReleaseStore(await buildFolder()));
  ids = [];
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    ids.push(await buildPublished(platform.store, { version, files: { 'server/remote.cjs': bundle } }));
  }
  await activate(0);
  follower = new SiteFollower(platform);
  await follower.ready;
  pool = new RenderPool({ hostBundle: testPolicy.rendering.bundle, timeLimit: 30_000 });
  composer = new PageComposer({
    shell: readShellBuild(),
    config: loadSiteConfig(siteConfigFile({})),
    pool,
    movesTabs: true,
  });
  follower.onChange((site) => composer.follow(site));
});

afterEach(() => {
  follower.stop();
  pool.close();
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
    // By a fresh process, and not out of what was kept.
    expect(again).toMatch(/^1 /);
    expect(again).not.toBe(first);
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
});
