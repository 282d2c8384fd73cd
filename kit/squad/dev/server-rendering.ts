import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Compiler, type MultiCompiler, rspack } from '@rspack/core';
import type { ReleaseRecord, RouteMeta } from '../../contracts/release.ts';
import { developmentPath } from '../../federation/development.ts';
import { cacheFolderOf, manifestOf } from '../../federation/remote-manifest.ts';
import { remoteServerConfig, withAdditions } from '../../federation/rspack-remote.ts';
import { messageOf } from '../../server/text.ts';
import type { GateProblem } from '../rules/gate-problem.ts';

/** A page as the site's renderer gives it. */
export interface RenderedPage {
  html: string;
  head: string;
  styles: { key: string; ids: readonly string[]; css: string }[];
}

export interface TriedPage {
  rendered: RenderedPage | null;
  /** Why the page cannot be rendered. */
  error?: unknown;
  problems: Pick<GateProblem, 'problem'>[];
}

/** The renderer of the site's servers and of its gate, `shell/platform/gate/development-renderer.ts`. */
interface RendererModule {
  openRenderer(hostBundle: string): {
    tryPage(job: {
      url: string;
      site: unknown;
      page: { release: string; meta: RouteMeta; loadCode: () => Promise<string> };
    }): Promise<TriedPage>;
    close(): void;
  };
}

/** The files that render pages on the server: the module with the renderer, and the server bundle of the shell. */
export interface RendererFiles {
  module: string;
  hostBundle: string;
}

/** A build of the remote, as its `build.json` describes it, with the server bundle. */
export interface DevelopmentBuild
  extends Pick<ReleaseRecord, 'remote' | 'globalName' | 'routes' | 'chunks' | 'needs' | 'origins'> {
  /** The URL of the server bundle in stack traces, another one for each build. */
  serverUrl: string;
  serverCode: string;
  /** Why the present source gives no build, so that this is the last one that succeeded. */
  fault: string | null;
}

/** Where the development server has the server bundle and its source map. */
export function serverBundlePath(remote: string): string {
  return `${developmentPath(remote)}server/`;
}

interface Parts {
  folder: string;
  /** The address of the development server. */
  address: string;
  /** The compiler of the browser bundle, which watches the source. */
  browser: Compiler | MultiCompiler;
  renderer: RendererFiles;
}

export type ServerRendering = Awaited<ReturnType<typeof openServerRendering>>;

/**
 * Builds the server bundle of the remote whenever it is needed after an edit, and renders pages with it. An edit in the browser does not
 * wait for it.
 */
export async function openServerRendering({ folder, address, browser, renderer }: Parts) {
  const { name } = manifestOf(folder);
  const bundles = path.join(cacheFolderOf(folder), `${name}-development`);
  const { dependencies: _browser, ...config } = await withAdditions(
    folder,
    remoteServerConfig({ folder }, 'development'),
  );
  const compiler = rspack({
    ...config,
    // Without a watcher, an incremental compiler would take each file as it was first.
    incremental: false,
    output: { ...config.output, path: path.join(bundles, 'server'), publicPath: developmentPath(name) },
  });
  const { openRenderer } = (await import(pathToFileURL(renderer.module).href)) as RendererModule;
  const pages = openRenderer(renderer.hostBundle);

  let isStale = true;
  let last: DevelopmentBuild | null = null;
  const browserIsBuilt = Promise.withResolvers<void>();
  let building: Promise<DevelopmentBuild> | null = null;
  browser.hooks.invalid.tap('server rendering', () => {
    isStale = true;
  });
  browser.hooks.done.tap('server rendering', () => {
    isStale = true;
    browserIsBuilt.resolve();
  });

  async function run(): Promise<DevelopmentBuild> {
    isStale = false;
    try {
      const stats = await promisify(compiler.run.bind(compiler))();
      if (stats?.hasErrors()) throw new Error(stats.toString({ preset: 'errors-only', colors: false }));
      const serverCode = await readFile(path.join(bundles, 'server/remote.cjs'), 'utf8');
      const serverUrl = `${address}${serverBundlePath(name)}remote.cjs?${stats?.hash}`;
      // The cast is safe: RemoteBuildPlugin wrote this file in the same build.
      const written = JSON.parse(await readFile(path.join(bundles, 'build.json'), 'utf8')) as DevelopmentBuild;
      last = { ...written, serverUrl, serverCode, fault: null };
      return last;
    } catch (error) {
      if (last) return { ...last, fault: messageOf(error) };
      throw error;
    }
  }

  /** The build of the present source, or the last one that succeeded. Rejects if none has. */
  function build(): Promise<DevelopmentBuild> {
    if (building && !isStale) return building;
    const before: Promise<unknown> = building ?? browserIsBuilt.promise;
    isStale = false;
    building = before.catch(() => {}).then(run);
    return building;
  }

  return {
    folder: path.join(bundles, 'server'),
    build,
    /** Renders a page like the gate: without the answer for its data. */
    async tryPage(url: string, site: unknown, meta: RouteMeta): Promise<TriedPage> {
      const { serverUrl, serverCode } = await build();
      return pages.tryPage({ url, site, page: { release: serverUrl, meta, loadCode: async () => serverCode } });
    },
    async close(): Promise<void> {
      pages.close();
      await promisify(compiler.close.bind(compiler))();
    },
  };
}
