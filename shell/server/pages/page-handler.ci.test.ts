import path from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import {
  activateRelease,
  type ReleasePlatform,
  RenderPool,
  rollbackRelease,
  type SiteFollower,
} from '../../platform/index.ts';
import { buildPublished } from '../../platform/testing/build-dist.ts';
import { anna, buildFoundedSite, ofDemos } from '../../platform/testing/build-published-site.ts';
import { startFollower } from '../../platform/testing/start-follower.ts';
import { until } from '../../platform/testing/until.ts';
import { loadSiteConfig, siteConfigFile } from '../../settings/site-config.ts';
import { serve } from '../../testing/serve.ts';
import { readShellBuild } from '../shells/page-shell.ts';
import { ShellRenderers } from '../shells/shell-renderers.ts';
import { PreviewSwitch, SiteChooser } from '../visitors/choose-site.ts';
import { PageComposer } from './page-composer.ts';
import { PageHandler } from './page-handler.ts';
import { RouteAnswers } from './route-answers.ts';

/** Pages whose heading shows their release and how often their process has rendered. */
const bundleOf = (version: string, more = '') => `const { jsx } = require('react/jsx-runtime'); let times = 0;
exports.routes = ['/my-agent', '/agents'].map((path) => ({ path, load: async () => { ${more} times += 1; const text = '${version} ' + times; return () => jsx('h1', { children: text }); } }));`;

/** When pages are rendered is what counts here, and with this host renderers start sooner than with the shell. */
const hostBundle = path.resolve(import.meta.dirname, '../../platform/testing/small-host.cjs');
let platform: ReleasePlatform;
let follower: SiteFollower;
let renderers: ShellRenderers;
let pages: PageHandler;
let address: string;

const routes = [{ path: '/my-agent' }, { path: '/agents' }];
const publish = (version: string, more?: string, ofRelease = routes) =>
  buildPublished(platform.store, {
    version,
    routes: ofRelease,
    files: { 'server/remote.cjs': bundleOf(version, more) },
  });

beforeEach(async () => {
  for (const level of ['info', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => {});
  ({ platform } = await buildFoundedSite());
  await activateRelease(platform, { ...anna, id: await publish('1.0.0') });
  follower = await startFollower(platform);
  renderers = new ShellRenderers(() => new RenderPool({ hostBundle, timeLimit: 2000, refillAfter: 60_000 }));
  const config = loadSiteConfig(siteConfigFile({}));
  const composer = new PageComposer({ shell: readShellBuild(), config, renderers });
  follower.onChange((site) => composer.follow(site));
  const chooser = new SiteChooser({ follower, previewKey: Buffer.alloc(32), secure: false });
  pages = new PageHandler({
    composer,
    config,
    chooser,
    previews: new PreviewSwitch(chooser, config),
    health: { createTiming: () => 'view' },
    answers: new RouteAnswers({ policy: platform.policy, ask: async () => null }),
    follower,
    ownerOf: (pathname) => (pathname === '/click-demos' ? 'mf-demos' : null),
  });
  ({ url: address } = await serve((request, response) => {
    if (pages.answerAgain(request, response)) return;
    void pages.handle(request, response, new URL(request.url ?? '', 'http://site.invalid'));
  }));
});

afterEach(() => renderers.close());

async function headingOf(path: string): Promise<string> {
  const html = await (await fetch(address + path)).text();
  return /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? 'none';
}

const revision = () => follower.current.revision;

it('has the pages that were asked for ready when a switch is taken, and no others', async () => {
  const answered = jest.spyOn(pages, 'answerAgain');
  // Leaves time for a busy machine.
  follower.beforeChange((change) => pages.prepare(change), { within: 30_000 });
  expect(await headingOf('/my-agent')).toBe('1.0.0 1');
  await activateRelease(platform, { ...anna, id: await publish('1.1.0') });
  await until(() => revision() === 2);
  answered.mockClear();
  expect(await headingOf('/my-agent')).toBe('1.1.0 1');
  // It answers immediately, because everything was prepared.
  expect(answered).toHaveLastReturnedWith(true);
  expect(await headingOf('/agents')).toBe('1.1.0 2');
  expect(answered).toHaveLastReturnedWith(false);
});

it('takes a switch whose release hangs, and has the other pages ready all the same', async () => {
  const demos = await buildPublished(platform.store, ofDemos);
  await activateRelease(platform, { ...anna, remote: 'mf-demos', id: demos });
  await until(() => revision() === 2);
  follower.beforeChange((change) => pages.prepare(change), { within: 30_000 });
  for (const path of ['/my-agent', '/click-demos']) await headingOf(path);
  const answered = jest.spyOn(pages, 'answerAgain');
  const hanging = await publish('1.1.0', 'for (;;);');
  await activateRelease(platform, { ...anna, id: hanging });
  await until(() => revision() === 3);
  await headingOf('/click-demos');
  expect(answered).toHaveLastReturnedWith(true);
  // The page comes without the part that only its own code could draw.
  expect(await headingOf('/my-agent')).toBe('none');
});

it('answers a page as before the switch until it is ready, so that nobody waits, and a page that is gone not at all', async () => {
  follower.beforeChange((change) => pages.prepare(change), { within: 1 });
  for (const path of ['/my-agent', '/agents']) await headingOf(path);
  const slow = 'for (const end = Date.now() + 1000; Date.now() < end; );';
  const id = await publish('1.1.0', slow, [{ path: '/my-agent' }]);
  await activateRelease(platform, { ...anna, id });
  await until(() => revision() === 2);
  expect(await headingOf('/my-agent')).toBe('1.0.0 1');
  expect((await fetch(`${address}/agents`)).status).toBe(404);
  await until(async () => (await headingOf('/my-agent')).startsWith('1.1.0'));
  await rollbackRelease(platform, anna);
  await until(() => revision() === 3);
  // A release that was taken back answers nothing more.
  expect(await headingOf('/my-agent')).toMatch('1.0.0');
});

it('serves a remote from its first activation on, whichever server was asked before', async () => {
  expect((await fetch(`${address}/click-demos`)).status).toBe(503);
  const id = await buildPublished(platform.store, ofDemos);
  await activateRelease(platform, { ...anna, remote: 'mf-demos', id });
  // The command has finished; another server that has followed since may have sent the page.
  expect((await fetch(`${address}/click-demos`)).status).toBe(200);
});

it('finds a page with a parameter for the values that its route knows, and says 404 for every other one', async () => {
  const bundle = `const { jsx } = require('react/jsx-runtime');
exports.routes = [{ path: '/agents/:who', load: async () => () => jsx('h1', { children: 'An agent' }) }];`;
  const named = [{ path: '/agents/:who', values: { who: ['ada', 'ben lee'] } }];
  const id = await buildPublished(platform.store, {
    version: '1.1.0',
    routes: named,
    files: { 'server/remote.cjs': bundle },
  });
  await activateRelease(platform, { ...anna, id });
  await until(() => revision() === 2);
  for (const known of ['/agents/ada', '/agents/ben%20lee']) {
    expect((await fetch(address + known)).status).toBe(200);
    expect(await headingOf(known)).toBe('An agent');
  }
  for (const unknown of ['/agents/carl', '/agents/Ada', '/agents/%00']) {
    expect((await fetch(address + unknown)).status).toBe(404);
    expect(await headingOf(unknown)).toBe('Not found');
  }
});
