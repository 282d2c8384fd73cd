import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import type { Compiler } from '@rspack/core';
import { containerNameOf, type RouteMeta, routeMetaSchema } from 'kit/contracts/release';
import * as z from 'zod/mini';
import { importsStyles } from './remote-files.ts';
import { cacheFolderOf, type RemoteManifest } from './remote-manifest.ts';
import { exposedModule } from './routes.ts';
import { filesOfNamedChunks, sharesOfNamedChunks } from './stats.ts';

interface BrowserBuild {
  chunks: Record<string, string[]>;
  /** The version range of each shared module that a chunk consumes, by chunk. */
  requirements: Record<string, Record<string, string>>;
}

/** The file is in the cache folder, because everything in `dist` becomes part of the release. */
function browserBuildFile(folder: string, name: string, { options }: Compiler): string {
  return path.join(cacheFolderOf(folder), `${name}-chunks-${options.mode}.json`);
}

/** Stores the chunks of the browser bundle for {@link remoteBuildPlugin}. */
export function browserBuildPlugin(folder: string, { name }: RemoteManifest) {
  return (compiler: Compiler): void => {
    compiler.hooks.afterEmit.tap('browserBuildPlugin', (compilation) => {
      const build: BrowserBuild = {
        chunks: filesOfNamedChunks(compilation),
        requirements: sharesOfNamedChunks(compilation),
      };
      const file = browserBuildFile(folder, name, compiler);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(build));
    });
  };
}

/**
 * Writes `build.json` with the routes, chunks and requirements of a finished build, above the folder of the server bundle. The
 * release command makes a release record from it. The plugin is part of the server build, which runs after the browser build.
 */
export function remoteBuildPlugin(folder: string, manifest: RemoteManifest) {
  return (compiler: Compiler): void => {
    compiler.hooks.afterEmit.tap('remoteBuildPlugin', (compilation) => {
      if (compilation.errors.length > 0) return;
      const { name, version, origins, slots } = manifest;
      const dist = path.dirname(compiler.outputPath);
      // The cast is safe: browserBuildPlugin wrote this file in the same build.
      const browser = JSON.parse(readFileSync(browserBuildFile(folder, name, compiler), 'utf8')) as BrowserBuild;
      const routes = readRoutes(path.join(dist, 'server', 'remote.cjs'), name);
      assertChunkNames(browser, name);
      for (const route of routes) assertChunksExist(route, browser, name);
      assertStylesAreScoped(browser, folder, name);
      writeJson(path.join(dist, 'build.json'), {
        remote: name,
        version,
        entry: 'browser/remoteEntry.js',
        globalName: containerNameOf(name),
        serverEntry: 'server/remote.cjs',
        routes: routes.map((route) => ({ ...route, ...(usesChakra(route, browser) && { usesChakra: true }) })),
        chunks: Object.fromEntries(
          Object.entries(browser.chunks).map(([chunk, files]) => [chunk, files.map((file) => `browser/${file}`)]),
        ),
        needs: browser.requirements,
        ...(origins && { origins }),
        ...(slots && { slots }),
      });
      mkdirSync(path.join(dist, 'browser'), { recursive: true });
      writeJson(path.join(dist, 'browser/mf-manifest.json'), buildManifest(manifest, browser));
    });
  };
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

const isStyleSheet = (file: string) => file.endsWith('.css');

function usesChakra({ chunk, contentChunk }: RouteMeta, { requirements }: BrowserBuild): boolean {
  return ['remote', chunk, contentChunk ?? chunk].some(
    (name) => requirements[name]?.['@chakra-ui/react'] !== undefined,
  );
}

/**
 * Returns the manifest of a container for tools and hosts of Module Federation, https://module-federation.io/configure/manifest. The
 * order of Module Federation's own plugin depends on the checkout's path, so equal sources would get different release ids.
 */
function buildManifest({ name: remote, version, exposes }: RemoteManifest, browser: BrowserBuild) {
  const globalName = containerNameOf(remote);
  const noFiles = { sync: [], async: [] };
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
        assets: { js: noFiles, css: noFiles },
      })),
    remotes: [],
    exposes: exposed.map(({ path, name }) => {
      const [css, js] = [isStyleSheet, (file: string) => !isStyleSheet(file)].map((kind) => ({
        ...noFiles,
        sync: (browser.chunks[name] ?? []).filter(kind),
      }));
      return { id: `${globalName}:${name}`, name, path, assets: { js, css } };
    }),
  };
}

/** A chunk's name is part of its file name, and the file names of a release contain no spaces. */
function assertChunkNames({ chunks }: BrowserBuild, remote: string): void {
  const wrong = Object.keys(chunks).find((name) => !/^[A-Za-z0-9_@.-]+$/.test(name));
  if (wrong === undefined) return;
  throw new Error(
    `${remote}: the file of the chunk "${wrong}" would have a name that a release does not allow. ` +
      'Use only letters, digits, dots, hyphens and underscores in its webpackChunkName.',
  );
}

function assertChunksExist({ path: address, chunk, contentChunk }: RouteMeta, browser: BrowserBuild, remote: string) {
  const missing = [chunk, contentChunk].find((name) => name !== undefined && !browser.chunks[name]);
  if (missing === undefined) return;
  throw new Error(
    `${remote}: the route ${address} names the chunk "${missing}", which is not in the build. ` +
      `Write import(/* webpackChunkName: "${missing}" */ './...') in its load function.`,
  );
}

/** Style sheets are scoped to an element around each page, which the build only adds if the source imports a style sheet. */
function assertStylesAreScoped(browser: BrowserBuild, folder: string, name: string): void {
  const styleSheet = Object.values(browser.chunks).flat().find(isStyleSheet);
  if (styleSheet === undefined || importsStyles(folder)) return;
  throw new Error(
    `${name}: a package imports a style sheet, but no file in src does, so its rules would match nothing. ` +
      "Import a style sheet in src/remote.ts; it may be empty: import './styles.css'.",
  );
}

/** Runs the server bundle to read its routes. No page runs, because pages are loaded lazily. */
function readRoutes(file: string, remote: string): RouteMeta[] {
  const module = { exports: {} as { routes?: readonly Record<string, unknown>[] } };
  const refuse = (id: string) => {
    throw new Error(`${remote}: src/routes.ts imports "${id}" when it is evaluated; import pages only inside load().`);
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
