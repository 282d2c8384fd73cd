import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { RouteMeta } from 'kit/contracts/release';
import { publishRelease } from '../acts/publish-release.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildPlatform, foundTestSite } from './build-platform.ts';

const folders: string[] = [];

afterAll(async () => {
  // A server that was stopped just now may still write into it.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 };
  await Promise.all(folders.map((folder) => rm(folder, options)));
});

/** A fresh folder that is gone after the tests of the file. */
export async function buildFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'releases-'));
  folders.push(folder);
  return folder;
}

export interface DistOverrides {
  remote?: string;
  version?: string;
  routes?: Partial<RouteMeta>[];
  files?: Record<string, string>;
  /** Replaces fields of build.json. */
  output?: Record<string, unknown>;
}

/** What a remote's build leaves behind: browser and server files and build.json. */
export async function buildDist(overrides: DistOverrides = {}): Promise<string> {
  const { remote = 'mf-agents', version = '1.0.0', routes = [{}], files, output } = overrides;
  const folder = await buildFolder();
  const content = {
    'browser/remoteEntry.js': buildContainer(routes.map(buildRoute), { remote }),
    'browser/page-my-agent.js': 'export const page = 1;',
    'server/remote.cjs': buildServerBundle(routes.map(buildRoute)),
    'browser/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ...files,
  };
  const build = {
    remote,
    version,
    entry: 'browser/remoteEntry.js',
    globalName: remote.replaceAll('-', '_'),
    serverEntry: 'server/remote.cjs',
    routes: routes.map(buildRoute),
    chunks: { remote: [], 'page-my-agent': ['browser/page-my-agent.js'] },
    needs: { 'page-my-agent': { react: '^19.3.1' } },
    ...output,
  };
  for (const [path, text] of Object.entries(content)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await writeFile(join(folder, 'build.json'), JSON.stringify(build));
  return folder;
}

/** A server bundle whose pages consist of a heading. */
function buildServerBundle(routes: RouteMeta[]): string {
  return `const { jsx } = require('react/jsx-runtime');
exports.routes = ${JSON.stringify(routes)}.map((route) => ({
  ...route,
  load: async () => () => jsx('h1', { children: route.title }),
}));
`;
}

interface ContainerParts {
  remote?: string;
  /** What `load` of a page does; `route`, `jsx` and `React` are there. */
  load?: string;
}

/** A container that browsers run, whose pages are those of the server bundle above. */
export function buildContainer(
  routes: Partial<RouteMeta>[],
  { remote = 'mf-agents', load = "return () => jsx('h1', { children: route.title });" }: ContainerParts = {},
): string {
  return `var ${remote.replaceAll('-', '_')} = (() => {
  let scope;
  const take = async (id) => (await Object.values(scope[id])[0].get())();
  return {
    init(shared) { scope = shared; },
    async get() {
      const { jsx } = await take('react/jsx-runtime');
      const React = await take('react');
      return () => ({
        routes: ${JSON.stringify(routes.map(buildRoute))}.map((route) => ({ ...route, load: async () => { ${load} } })),
      });
    },
  };
})();
`;
}

function buildRoute(overrides: Partial<RouteMeta>): RouteMeta {
  return {
    path: '/my-agent',
    title: 'My agent',
    description: 'Look up your agent.',
    chunk: 'page-my-agent',
    ...overrides,
  };
}

/** Publishes a release whose content differs by its version, and gives its id. */
export async function buildPublished(store: ReleaseStore, overrides: DistOverrides = {}): Promise<string> {
  const { version = '1.0.0' } = overrides;
  const files = { 'browser/page-my-agent.js': `export const page = '${version}';`, ...overrides.files };
  await foundTestSite(store);
  return (await publishRelease(buildPlatform(store), await buildDist({ ...overrides, files }))).record.id;
}
