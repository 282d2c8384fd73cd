import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { TsCheckerRspackPlugin } from 'ts-checker-rspack-plugin';
import { developmentPath, withFastRefresh } from '../../federation/development.ts';
import { manifestOf } from '../../federation/remote-manifest.ts';
import { remoteBrowserConfig, withAdditions } from '../../federation/rspack-remote.ts';
import { CommandError } from '../../server/command-error.ts';
import { findTypeScriptConfig } from '../build/check-types.ts';
import { SiteClient } from '../site-client/site-client.ts';
import { type ApiMode, developmentSite } from './development-site.ts';
import { RunningSite } from './running-site.ts';
import { openServerRendering, serverBundlePath } from './server-rendering.ts';

export interface Development {
  folder: string;
  site: string;
  port: number;
  api: ApiMode;
  realForms: boolean;
  /** Compiles the shell from its source, with what renders pages there. The default is the built shell of this package. */
  shell?: { configuration: Configuration; renderer: typeof builtRenderer };
}

/** The location of the built shell in the published package. */
const builtShell = path.join(import.meta.dirname, '../../development-shell');
const builtRenderer = {
  module: path.join(builtShell, 'server/renderer.mjs'),
  hostBundle: path.join(builtShell, 'server/render.cjs'),
};

/**
 * Serves the site with one remote from its source: Fast Refresh, errors in the page, all other remotes from the live site.
 * @returns the addresses of its pages and a function that stops it.
 * @throws CommandError with one sentence if the site does not answer or the port is in use.
 */
export async function startDevelopment({ folder, site: origin, port, api, realForms, shell }: Development) {
  const { name: remote } = manifestOf(folder);
  const site = new RunningSite(origin);
  await site.page('/').catch((error: unknown) => {
    throw new CommandError(error instanceof Error ? error.message : String(error), 1);
  });
  const bundle = await withAdditions(folder, remoteBrowserConfig({ folder }, 'development'));
  const configuration = withFastRefresh(bundle, remote);
  const own = withTypes(configuration, folder);
  // A built shell needs no compiler of its own, and a dev server only shows type errors of the compiler that it listens to.
  const compiler = shell ? rspack([withFastRefresh(shell.configuration, 'shell'), own]) : rspack(own);
  const address = `http://localhost:${port}`;
  const renderer = shell?.renderer ?? builtRenderer;
  const [contract, rendering] = await Promise.all([
    new SiteClient({ site: origin }).readContract(),
    openServerRendering({ folder, address, browser: compiler, renderer }),
  ]);
  // The source map comes from the dev server, because only the server has the locations of its bundles.
  const readMap = async (url: string) => {
    if (!URL.canParse(url) || !new URL(url).pathname.startsWith(developmentPath(remote))) return null;
    const answer = await fetch(new URL(`${new URL(url).pathname}.map`, address)).catch(() => null);
    return answer?.ok ? answer.text() : null;
  };
  const server = new RspackDevServer(
    {
      host: 'localhost',
      port,
      hot: true,
      static: [
        { directory: rendering.folder, publicPath: serverBundlePath(remote), watch: false },
        ...(shell ? [] : [{ directory: builtShell, publicPath: developmentPath('shell'), watch: false }]),
      ],
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
      setupMiddlewares: (middlewares) => [
        ...middlewares,
        { name: 'site', middleware: developmentSite({ site, contract, folder, api, realForms, rendering, readMap }) },
      ],
    },
    compiler,
  );
  await server.start().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new CommandError(`The port ${port} is taken by another program: choose another one with --port.`, 1);
  });
  const stop = async () => {
    await rendering.close();
    await server.stop();
  };
  const { routes } = await rendering.build().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { remote, pages: routes.map(({ path: page }) => address + page), stop };
}

/** Adds a type check. Type errors appear like the bundler's, a moment after the page has changed. */
function withTypes(config: Configuration, folder: string): Configuration {
  const configFile = findTypeScriptConfig(folder);
  if (!configFile) return config;
  // The TypeScript beside this tool: that of the squad, or that of the kit.
  const typescript = { configFile, resolveRoot: import.meta.dirname };
  const checker = new TsCheckerRspackPlugin({ async: true, typescript });
  return { ...config, plugins: [...(config.plugins ?? []), checker] };
}
