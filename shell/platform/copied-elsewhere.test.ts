import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { buildDist, buildFolder } from './testing/build-dist.ts';
import { runScript } from './testing/run-script.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const ofKit = [
  'contracts/release.ts',
  'contracts/composition.ts',
  'contracts/canary-plan.ts',
  'contracts/match-path.ts',
  'contracts/shell-name.ts',
  'contracts/squad/limits.ts',
  // What squads assemble and check a release with before it comes.
  'squad/release',
  'squad/rules',
  'server/make-folder.ts',
];
const packages = [
  ...['zod', 'semver', 'lru-cache', 'playwright-core', '@aws-sdk/client-s3'],
  // With what it needs itself.
  '@jridgewell',
];

/** A site that shares nothing with this one: no React, other paths, a layout in one line. */
const hostBundle = `exports.hostBundle = {
  sharedInstances: { paper: { heading: (text) => '<h1>' + text + '</h1>' } },
  async renderPage({ site, page }) {
    const { title, description } = page.meta;
    const head = '<title>' + title + '</title><meta name="description" content="' + description + '">';
    return { head, html: '<main>' + site.name + page.Component() + '</main>', styles: [] };
  },
};`;

const serverBundle = `const { heading } = require('paper');
exports.routes = [{ path: '/shop', load: async () => () => heading('Shop') }];`;

const program = `
import {
  activateRelease, openFolderStore, foundSite, keyPlacesIn, openPlatform, publishRelease, RenderPool, rollbackRelease, SiteFollower,
} from './platform/index.ts';
const [data, ...builds] = process.argv.slice(2);
const store = openFolderStore(data);
const rendering = { bundle: import.meta.dirname + '/host.cjs', buildCommand: 'make', readSite: () => ({ name: 'Corner' }) };
const policy = {
  reserved: [],
  offeredData: [],
  recordBudget: { routes: 1000, record: 5000 },
  firstAnswerBudget: 14_000,
  sharedModules: { paper: '2.1.0' },
  rendering,
  shell: { documents: 1, firstPageBudget: 10_000 },
  browsing: null,
};
const keys = keyPlacesIn(data + '/keys');
const namespaces = [{ path: '/shop', remote: 'mf-shop' }];
await foundSite({ store, keys, by: 'anna', namespaces, budget: { registered: 1000, page: 1000 } });
const platform = openPlatform({ store, policy, keys });
const request = { remote: 'mf-shop', by: 'anna', reason: 'moved in' };
for (const build of builds) {
  const { record } = await publishRelease(platform, build);
  await activateRelease(platform, { ...request, id: record.id });
}
await rollbackRelease(platform, request);
const follower = new SiteFollower(platform, { info() {}, error: console.error });
await follower.ready;
const { remote, meta } = follower.current.findPage('/shop');
const pool = new RenderPool({ hostBundle: rendering.bundle, size: 1 });
const page = { release: remote.live.record.id, meta, loadCode: () => remote.live.serverCode() };
const { html } = await pool.render({ url: '/shop', site: rendering.readSite(), page });
console.log(remote.live.record.version, html);
process.exit(0);
`;

/** Everything that another project would have to take along, and nothing else. */
async function buildProject(): Promise<string> {
  const folder = await buildFolder();
  const isOfTests = (file: string) => /[.]test[.]ts$|[\\/]testing(?:[\\/]|$)/.test(file);
  await cp(import.meta.dirname, path.join(folder, 'platform'), { recursive: true, filter: (file) => !isOfTests(file) });
  for (const file of ofKit) {
    await cp(path.join(repository, 'kit', file), path.join(folder, 'kit', file), { recursive: true });
  }
  const exported = { name: 'kit', type: 'module', exports: { './*': './*.ts' } };
  await writeFile(path.join(folder, 'kit/package.json'), JSON.stringify(exported));
  await mkdir(path.join(folder, 'node_modules'));
  await symlink('../kit', path.join(folder, 'node_modules/kit'));
  for (const name of packages) {
    const places = ['shell/node_modules', 'node_modules'].map((place) => path.join(repository, place, name));
    const place = path.join(folder, 'node_modules', name);
    await mkdir(path.dirname(place), { recursive: true });
    await symlink(places.find((one) => existsSync(one)) ?? '', place);
  }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(path.join(folder, 'host.cjs'), hostBundle);
  await writeFile(path.join(folder, 'main.ts'), program);
  return folder;
}

describe('the platform in another project', () => {
  it('publishes, gates, activates, rolls back and renders releases of a site that it never heard of', async () => {
    const folder = await buildProject();
    const buildShop = (version: string) =>
      buildDist({
        remote: 'mf-shop',
        version,
        routes: [{ path: '/shop', title: 'Shop' }],
        files: { 'server/remote.cjs': serverBundle, 'browser/note.txt': version },
        output: { needs: { 'page-my-agent': { paper: '^2.0.0' } } },
      });
    const builds = [await buildShop('1.0.0'), await buildShop('1.1.0')];
    const program = pathToFileURL(path.join(folder, 'main.ts'));
    const { code, out, error } = await runScript(program, [path.join(folder, 'data'), ...builds]);
    expect({ code, error, out }).toEqual({ code: 0, error: '', out: '1.0.0 <main>Corner<h1>Shop</h1></main>\n' });
    expect(await readdir(path.join(folder, 'data'))).toContain('releases');
  });
});
