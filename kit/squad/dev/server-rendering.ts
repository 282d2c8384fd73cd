import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Compiler, type MultiCompiler, rspack } from '@rspack/core';
import type { ReleaseRecord } from '../../contracts/release.ts';
import { developmentPath } from '../../federation/development.ts';
import { cacheFolderOf, manifestOf } from '../../federation/remote-manifest.ts';
import { remoteServerConfig, withAdditions } from '../../federation/rspack-remote.ts';
import { messageOf } from '../../server/text.ts';
import type { GateProblem } from '../rules/gate-problem.ts';
import type { DevelopedPage } from './development-release.ts';

/** A page as the site's renderer gives it. */
export interface RenderedPage {
  html: string;
  head: string;
  styles: { key: string; ids: readonly string[]; css: string }[];
}

/** A page with what the gate says of it, or the error for which it cannot be rendered. */
export interface TriedPage {
  rendered: RenderedPage | null;
  error?: unknown;
  problems: Pick<GateProblem, 'problem'>[];
}

/** The renderer of the site's servers and of its gate, `shell/platform/gate/development-renderer.ts`. */
interface RendererModule {
  openRenderer(hostBundle: string): {
    tryPage(job: { url: string; site: unknown; page: object }): Promise<TriedPage>;
    close(): void;
  };
}

/** A build of the remote, as its `build.json` describes it, with the server bundle. */
export interface DevelopmentBuild
  extends Pick<ReleaseRecord, 'remote' | 'globalName' | 'routes' | 'chunks' | 'needs' | 'origins' | 'slots'> {
  /** The URL of the server bundle in stack traces, another one for each build. */
  serverUrl: string;
  serverCode: string;
  /** Why the present source gives no build, so that this is the last one that succeeded. */
  fault?: string;
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
  /** The files with the renderer's module and with the server bundle of the shell. */
  renderer: { module: string; hostBundle: string };
}

export type ServerRendering = Awaited<ReturnType<typeof openServerRendering>>;

/** Builds the server bundle of the remote when it is needed after an edit, which browsers show before, and renders pages with it. */
export async function openServerRendering({ folder, address, browser, renderer }: Parts) {
  const { name } = manifestOf(folder);
  const output = path.join(cacheFolderOf(folder), `${name}-development`, 'server');
  const { dependencies: _, ...config } = await withAdditions(folder, remoteServerConfig({ folder }, 'development'));
  const compiler = rspack({
    ...config,
    // Without a watcher, an incremental compiler would take each file as it was first.
    incremental: false,
    output: { ...config.output, path: output, publicPath: developmentPath(name) },
  });
  const { openRenderer } = (await import(pathToFileURL(renderer.module).href)) as RendererModule;
  const pages = openRenderer(renderer.hostBundle);

  let last: DevelopmentBuild | null = null;
  let building: Promise<DevelopmentBuild> | null = null;
  // The build of the browser bundle writes the names of its chunks for this one.
  let before = new Promise<unknown>((resolve) => browser.hooks.done.tap('server rendering', resolve));
  for (const hook of [browser.hooks.invalid, browser.hooks.done]) {
    hook.tap('server rendering', () => {
      building = null;
    });
  }

  async function run(): Promise<DevelopmentBuild> {
    try {
      const stats = await promisify(compiler.run.bind(compiler))();
      if (stats?.hasErrors()) throw new Error(stats.toString({ preset: 'errors-only', colors: false }));
      const serverCode = await readFile(path.join(output, 'remote.cjs'), 'utf8');
      const serverUrl = `${address}${serverBundlePath(name)}remote.cjs?${stats?.hash}`;
      // The cast is safe: remoteBuildPlugin wrote this file in the same build.
      const written = JSON.parse(await readFile(path.join(output, '../build.json'), 'utf8')) as DevelopmentBuild;
      last = { ...written, serverUrl, serverCode };
      return last;
    } catch (error) {
      if (last) return { ...last, fault: messageOf(error) };
      throw error;
    }
  }

  /** The build of the present source, or the last one that succeeded. Rejects if none has. */
  function build(): Promise<DevelopmentBuild> {
    building ??= before.then(run);
    before = building.catch(() => {});
    return building;
  }

  return {
    folder: output,
    build,
    /** Renders a page like the gate: without the answer for its data. */
    async tryPage({ url, route: meta }: DevelopedPage, site: unknown): Promise<TriedPage> {
      const { serverUrl, serverCode } = await build();
      return pages.tryPage({ url, site, page: { release: serverUrl, meta, loadCode: async () => serverCode } });
    },
    async close(): Promise<void> {
      pages.close();
      await promisify(compiler.close.bind(compiler))();
    },
  };
}
