import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as releases from './index.ts';

// A site with one remote, `mf-shop`, whose pages are strings. `node example.ts` runs it in a new temporary folder.
const folder = await mkdtemp(join(tmpdir(), 'platform-example-'));
const host = `exports.hostBundle = { sharedInstances: {}, async renderPage({ site, page }) {
  const head = '<title>' + page.meta.title + '</title><meta name="description" content="' + page.meta.description + '">';
  return { head, html: '<main>' + site.name + ': ' + page.Component() + '</main>', styles: [] };
} };`;
await writeFile(join(folder, 'host.cjs'), host);
const store = releases.Stores.openFolderStore(join(folder, 'data'));
const keys = releases.KeyFiles.keyPlacesIn(store.keysFolder);
const site = { name: 'Corner shop' };
const rendering = { bundle: join(folder, 'host.cjs'), buildCommand: 'none', readSite: () => site };
const shell = { documents: 1, firstPageBudget: 10_000 };
const budgets = { recordBudget: { routes: 1000, record: 5000 }, firstAnswerBudget: 14_000 };
const policy = { reserved: [], offeredData: [], sharedModules: {}, rendering, shell, browsing: null, ...budgets };
const platform = releases.openPlatform({ store, policy, keys });
const namespaces = [{ path: '/shop', remote: 'mf-shop' }];
await releases.SiteRights.foundSite({ store, keys, by: 'anna', namespaces, budget: { registered: 1000, page: 1000 } });

// The follower keeps no process alive: a server that listens does, and here this timer.
const alive = setInterval(() => {}, 1000);
const follower = new releases.SiteFollower(platform, { info() {}, error: console.error });
const pool = new releases.RenderPool({ hostBundle: rendering.bundle, size: 1 });
const request = { remote: 'mf-shop', by: 'anna', reason: 'an example' };
for (const version of ['1.0.0', '1.1.0']) {
  const { record } = await releases.Publishing.publishRelease(platform, await buildShop(version));
  await show((await releases.activateRelease(platform, { ...request, id: record.id })).composition.revision);
}
await show((await releases.rollbackRelease(platform, request)).composition.revision);
follower.stop();
pool.close();
clearInterval(alive);

/** Waits until the follower serves a revision, and renders its page. */
async function show(revision: number): Promise<void> {
  const live = await follower.site(revision);
  const page = live?.findPage('/shop');
  if (!page) throw new Error(`Revision ${revision} has no page.`);
  const { remote, meta } = page;
  const code = { release: remote.live.record.id, meta, loadCode: () => remote.live.serverCode() };
  console.log(revision, (await pool.render({ url: '/shop', site, page: code })).html);
}

/** The output of a remote's build: files, and a build.json that names them. */
async function buildShop(version: string): Promise<string> {
  const dist = join(folder, version);
  const routes = [{ path: '/shop', title: 'Shop', description: 'What we sell.', chunk: 'page-shop' }];
  const server = `exports.routes = [{ path: '/shop', load: async () => () => '<h1>Version ${version}</h1>' }];`;
  const parts = { entry: 'browser/remoteEntry.js', serverEntry: 'server/remote.cjs', globalName: 'mf_shop' };
  const build = { ...parts, remote: 'mf-shop', version, routes, chunks: { remote: [], 'page-shop': [] }, needs: {} };
  const files = { 'build.json': JSON.stringify(build), [parts.serverEntry]: server, [parts.entry]: 'var mf_shop;' };
  for (const part of ['browser', 'server']) await mkdir(join(dist, part), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(dist, name), content);
  return dist;
}
