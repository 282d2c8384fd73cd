import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import type { Compiler } from '@rspack/core';
import type { RemoteOrigins } from 'kit/contracts/origins';
import { type RouteMeta, routeMetaSchema } from 'kit/contracts/release';
import * as z from 'zod/mini';
import { importsStyles } from './remote-files.ts';
import { cacheFolderOf } from './remote-manifest.ts';
import { exposedModule } from './routes.ts';
import { filesOfNamedChunks, sharesOfNamedChunks } from './stats.ts';

export interface RemoteBuildOptions {
  name: string;
  version: string;
  folder: string;
  globalName: string;
  /** Source files of further exposed modules, by name. */
  exposes: Readonly<Record<string, string>>;
  origins?: RemoteOrigins | undefined;
}

interface BrowserBuild {
  chunks: Record<string, string[]>;
  /** For each chunk, the version range of each shared module that it takes from the shell. */
  requirements: Record<string, Record<string, string>>;
}

/** Returns a file in the workspace's cache folder, because everything in `dist` becomes part of the release. */
function browserBuildFile({ name, folder }: Pick<RemoteBuildOptions, 'name' | 'folder'>): string {
  return path.join(cacheFolderOf(folder), `${name}-chunks.json`);
}

/** Records the chunks of the browser bundle for {@link RemoteBuildPlugin}. */
export class BrowserBuildPlugin {
  readonly #remote: Pick<RemoteBuildOptions, 'name' | 'folder'>;

  constructor(remote: Pick<RemoteBuildOptions, 'name' | 'folder'>) {
    this.#remote = remote;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tap('BrowserBuildPlugin', (compilation) => {
      const build: BrowserBuild = {
        chunks: filesOfNamedChunks(compilation),
        requirements: sharesOfNamedChunks(compilation),
      };
      const file = browserBuildFile(this.#remote);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(build));
    });
  }
}

/**
 * Writes `dist/build.json` with routes, chunks and requirements of a finished build, from which the release command
 * makes a release record. It belongs to the server bundle, which is built after the browser bundle.
 */
export class RemoteBuildPlugin {
  readonly #options: RemoteBuildOptions;

  constructor(options: RemoteBuildOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tap('RemoteBuildPlugin', (compilation) => {
      if (compilation.errors.length > 0) return;
      const { name, version, folder, globalName, origins } = this.#options;
      const dist = path.join(folder, 'dist');
      // The cast is safe: BrowserBuildPlugin wrote this file.
      const browser = JSON.parse(readFileSync(browserBuildFile(this.#options), 'utf8')) as BrowserBuild;
      const routes = readRoutes(path.join(dist, 'server', 'remote.cjs'), name);
      assertNamesFit(browser, name);
      for (const route of routes) assertChunksExist(route, browser, name);
      assertStylesApply(browser, this.#options);
      const build = {
        remote: name,
        version,
        entry: 'browser/remoteEntry.js',
        globalName,
        serverEntry: 'server/remote.cjs',
        routes: routes.map((route) => ({ ...route, ...(usesChakra(route, browser) && { usesChakra: true }) })),
        chunks: Object.fromEntries(
          Object.entries(browser.chunks).map(([chunk, files]) => [chunk, files.map((file) => `browser/${file}`)]),
        ),
        needs: browser.requirements,
        ...(origins && { origins }),
      };
      writeFileSync(path.join(dist, 'build.json'), `${JSON.stringify(build, null, 2)}\n`);
      const manifest = buildManifest(this.#options, browser);
      writeFileSync(path.join(dist, 'browser/mf-manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    });
  }
}

const isStyleSheet = (file: string) => file.endsWith('.css');

function usesChakra({ chunk, contentChunk }: RouteMeta, { requirements }: BrowserBuild): boolean {
  return ['remote', chunk, contentChunk ?? chunk].some(
    (name) => requirements[name]?.['@chakra-ui/react'] !== undefined,
  );
}

/**
 * Builds the manifest for tools and hosts of Module Federation, https://module-federation.io/configure/manifest. The order in Module
 * Federation's own manifest depends on the folder of the checkout, so the same sources would get another release id.
 */
function buildManifest({ name: remote, version, globalName, exposes }: RemoteBuildOptions, browser: BrowserBuild) {
  const none = { sync: [], async: [] };
  const shares = new Map(Object.values(browser.requirements).flatMap((needs) => Object.entries(needs)));
  const exposed = [...Object.keys(exposes), exposedModule].map((path) => ({ path, name: path.slice('./'.length) }));
  return {
    id: globalName,
    name: globalName,
    metaData: {
      name: globalName,
      type: 'app',
      buildInfo: { buildVersion: version, buildName: remote },
      remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
      globalName,
      publicPath: 'auto',
    },
    shared: [...shares]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, requiredVersion]) => ({
        id: `${globalName}:${name}`,
        name,
        version: requiredVersion.replace(/^\^/, ''),
        singleton: true,
        requiredVersion,
        assets: { js: none, css: none },
      })),
    remotes: [],
    exposes: exposed.map(({ path, name }) => {
      const [css, js] = [isStyleSheet, (file: string) => !isStyleSheet(file)].map((kind) => ({
        ...none,
        sync: (browser.chunks[name] ?? []).filter(kind),
      }));
      return { id: `${globalName}:${name}`, name, path, assets: { js, css } };
    }),
  };
}

/** Checks the names of chunks: they name files of the release, which must not contain spaces. */
function assertNamesFit({ chunks }: BrowserBuild, remote: string): void {
  const wrong = Object.keys(chunks).find((name) => !/^[A-Za-z0-9_@.-]+$/.test(name));
  if (wrong === undefined) return;
  throw new Error(
    `${remote}: the chunk "${wrong}" gives its file a name that no file of a release can have. ` +
      'Write its webpackChunkName with letters, digits, dots, hyphens and underscores alone.',
  );
}

function assertChunksExist({ path: address, chunk, contentChunk }: RouteMeta, browser: BrowserBuild, remote: string) {
  const missing = [chunk, contentChunk].find((name) => name !== undefined && !browser.chunks[name]);
  if (missing === undefined) return;
  throw new Error(
    `${remote}: the route ${address} names the chunk "${missing}", which the build does not have. ` +
      `Write import(/* webpackChunkName: "${missing}" */ './...') in its load function.`,
  );
}

/** Checks that pages have the scope element of style sheets, which only exists if the source imports one. */
function assertStylesApply(browser: BrowserBuild, { name, folder }: RemoteBuildOptions): void {
  const styleSheet = Object.values(browser.chunks).flat().find(isStyleSheet);
  if (styleSheet === undefined || importsStyles(folder)) return;
  throw new Error(
    `${name}: a package that it uses brings a style sheet, and no file in src imports one, so that it would apply nowhere. ` +
      "Import one in src/remote.ts, an own or an empty one: import './styles.css'.",
  );
}

/** Runs the server bundle to read its routes. No page runs, because pages are loaded lazily. */
function readRoutes(file: string, remote: string): RouteMeta[] {
  const module = { exports: {} as { routes?: readonly Record<string, unknown>[] } };
  const refuse = (id: string) => {
    throw new Error(`${remote}: src/routes.ts needs "${id}" while it loads; import pages only inside load().`);
  };
  compileFunction(readFileSync(file, 'utf8'), ['module', 'exports', 'require'], { filename: file })(
    module,
    module.exports,
    refuse,
  );
  const { routes } = module.exports;
  if (!routes) throw new Error(`${remote}: src/remote.ts does not export "routes".`);
  return routes.map(({ load: _load, ...meta }) => {
    const parsed = routeMetaSchema.safeParse(meta);
    if (parsed.success) return parsed.data;
    throw new Error(`${remote}: route ${String(meta.path)}: ${z.prettifyError(parsed.error)}`);
  });
}
