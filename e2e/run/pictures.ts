import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRecord } from 'kit/contracts/release';
import { RenderPool } from '../../shell/platform/index.ts';
import { knownRemotes } from '../../shell/settings/namespaces.ts';
import { buildReleasePolicy } from '../../shell/settings/release-policy.ts';
import { loadSiteConfig, siteConfigFile } from '../../shell/settings/site-config.ts';
import { buildPages } from '../support/build-pages.ts';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: every picture in shell/public is shown by some page, and every picture that a page names is
// there. Names are composed ("fleet-" and a width), so each page is rendered, in every state that its route knows.
// Pictures come with the server, not with a release: one that is taken back shows what it showed only as long as that
// lies here. So what pages ever showed is listed, and stays; `node e2e/run/pictures.ts --record` lists what is new.

const publicFolder = path.join(repositoryRoot, 'shell/public');
const shownFile = path.join(repositoryRoot, 'shell/tools/pictures/shown.json');
/** A path of this site, as it stands in an attribute, a list of sources or a value of JSON. */
const picture = /(?<=["',(\s])\/[\w./-]+\.(?:avif|webp|svg|jpg|png|ico)\b/g;
const isPicture = /\.(?:avif|webp|svg|jpg|png|ico)$/;

/** Files that pages do not name: browsers ask for them by themselves, or read of them in the document's own head. */
const sourcesBesidePages = ['shell/site.json', 'shell/public/site.webmanifest', 'shell/server/pages/document.ts'];

type Build = Pick<ReleaseRecord, 'routes' | 'serverEntry'>;

async function picturesOf(remote: string, pool: RenderPool): Promise<string[]> {
  const dist = path.join(repositoryRoot, remote, 'dist');
  // Written by our own build.
  const { routes, serverEntry } = JSON.parse(await readFile(path.join(dist, 'build.json'), 'utf8')) as Build;
  const loadCode = () => readFile(path.join(dist, serverEntry), 'utf8');
  const site = policy.rendering.readSite();
  const named: string[] = [];
  for (const meta of routes.filter((route) => !route.path.includes(':'))) {
    for (const url of statesOf(meta)) {
      const { head, html } = await pool.render({ url, site, page: { release: remote, meta, loadCode } });
      // Pictures for shared links are named with the origin of the site.
      const markup = (head + html).replaceAll(publicOrigin, '');
      named.push(...markup.matchAll(picture).map(([file]) => file));
    }
  }
  return named;
}

/** The page itself, and the page with each value of each parameter that the server renders. */
function statesOf({ path: address, search = {} }: Build['routes'][number]): string[] {
  const states = Object.entries(search).flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
  return [address, ...states.map((state) => `${address}?${new URLSearchParams(state)}`)];
}

await buildPages();
const { publicOrigin } = loadSiteConfig(siteConfigFile(process.env));
const policy = buildReleasePolicy(process.env);
const pool = new RenderPool({ hostBundle: policy.rendering.bundle, timeLimit: 30_000 });
const named = new Set<string>();
for (const remote of knownRemotes) for (const file of await picturesOf(remote, pool)) named.add(file);
pool.close();
for (const source of sourcesBesidePages) {
  for (const [file] of (await readFile(path.join(repositoryRoot, source), 'utf8')).matchAll(picture)) named.add(file);
}

const entries = await readdir(publicFolder, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile())
  .map(
    ({ parentPath, name }) => `/${path.relative(publicFolder, path.join(parentPath, name)).replaceAll(path.sep, '/')}`,
  );
// Written below, by this file.
const shown = JSON.parse(await readFile(shownFile, 'utf8')) as string[];
const isKept = (file: string) => named.has(file) || shown.includes(file);
const unnamed = files.filter((file) => isPicture.test(file) && !isKept(file));
const missing = [...new Set([...named, ...shown])].filter((file) => !files.includes(file));
const record = process.argv.includes('--record');
const unlisted = record ? [] : [...named].filter((file) => !shown.includes(file));
if (record) await writeFile(shownFile, `${JSON.stringify([...new Set([...shown, ...named])].sort(), null, 2)}\n`);
console.log(
  `${files.length} public files, ${named.size} pictures named by pages, ${shown.length} by these or earlier ones`,
);
for (const file of unnamed) console.log(`No page shows shell/public${file}: use it, or delete it and what draws it.`);
for (const file of missing) {
  console.log(`Pages or earlier releases of them show ${file}, which is not in shell/public.`);
}
for (const file of unlisted) {
  console.log(`${file} is new: list it in shell/tools/pictures/shown.json (node e2e/run/pictures.ts --record).`);
}
process.exitCode = unnamed.length + missing.length + unlisted.length === 0 ? 0 : 1;
