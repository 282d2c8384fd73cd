import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import type { Compiler } from '@rspack/core';
import { type RouteMeta, routeMetaSchema } from 'kit/contracts/release';
import * as z from 'zod/mini';
import { cacheFolderOf } from './remote-manifest.ts';
import { federationRuntime, sharedModuleRange } from './shared-modules.ts';
import { filesOfNamedChunks, sharesOfNamedChunks } from './stats.ts';

export interface RemoteBuildOptions {
  name: string;
  version: string;
  folder: string;
  globalName: string;
}

interface BrowserBuild {
  chunks: Record<string, string[]>;
  /** For each chunk, the version range of each shared module that it takes from the shell. */
  requirements: Record<string, Record<string, string>>;
}

/** The folder lies beside the workspace's other caches, because everything in `dist` becomes part of the release. */
function browserBuildFile({ name, folder }: Pick<RemoteBuildOptions, 'name' | 'folder'>): string {
  return path.join(cacheFolderOf(folder), `${name}-chunks.json`);
}

/** Notes the chunks of the browser bundle for {@link RemoteBuildPlugin}. */
export class BrowserBuildPlugin {
  readonly #remote: Pick<RemoteBuildOptions, 'name' | 'folder'>;

  constructor(remote: Pick<RemoteBuildOptions, 'name' | 'folder'>) {
    this.#remote = remote;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tap('BrowserBuildPlugin', (compilation) => {
      const build: BrowserBuild = {
        chunks: filesOfNamedChunks(compilation),
        requirements: withRuntime(sharesOfNamedChunks(compilation)),
      };
      const file = browserBuildFile(this.#remote);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(build));
    });
  }
}

/** The shell's federation runtime runs the container itself, with which every page of the remote starts. */
function withRuntime(requirements: BrowserBuild['requirements']): BrowserBuild['requirements'] {
  const ofRuntime = { [federationRuntime]: sharedModuleRange(federationRuntime) };
  return { ...requirements, remote: { ...requirements.remote, ...ofRuntime } };
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
      const { name, version, folder, globalName } = this.#options;
      const dist = path.join(folder, 'dist');
      // Our own plugin wrote this file a moment ago.
      const browser = JSON.parse(readFileSync(browserBuildFile(this.#options), 'utf8')) as BrowserBuild;
      const routes = readRoutes(path.join(dist, 'server', 'remote.cjs'), name);
      for (const route of routes) assertChunksExist(route, browser, name);
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
      };
      writeFileSync(path.join(dist, 'build.json'), `${JSON.stringify(build, null, 2)}\n`);
    });
  }
}

function usesChakra({ chunk, contentChunk }: RouteMeta, { requirements }: BrowserBuild): boolean {
  return ['remote', chunk, contentChunk ?? chunk].some(
    (name) => requirements[name]?.['@chakra-ui/react'] !== undefined,
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

/** Runs the server bundle only to read its routes. Pages are loaded lazily, so none of them runs. */
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
