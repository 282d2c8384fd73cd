import { existsSync } from 'node:fs';
import path from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { withFastRefresh } from 'kit/federation/development';
import { manifestOf } from 'kit/federation/remote-manifest';
import { remoteBrowserConfig } from 'kit/federation/rspack-remote';
import * as z from 'zod/mini';
import { shellBrowserConfig } from '../../rspack.shell.ts';
import { repositoryRoot } from '../../settings/places.ts';
import { parseVariables, portVariable } from '../../settings/variables.ts';
import { assertPortFree } from '../free-port.ts';
import { developmentRelease } from './development-release.ts';
import { developmentSite } from './development-site.ts';
import { RunningSite } from './running-site.ts';

const variables = z.object({ PORT: z._default(portVariable, 3000), DEV_PORT: z._default(portVariable, 4300) });

/**
 * `npm run dev -w <remote>`: the remote's own Rspack server with Fast Refresh inside the running shell. Pages, the API
 * and all other remotes come from the running site; shell and remote are development builds, so that React refreshes.
 */
async function main(workspace: string | undefined): Promise<void> {
  const folder = path.join(repositoryRoot, workspace ?? '');
  if (!workspace || !existsSync(path.join(folder, 'src/remote.ts'))) {
    throw new Error(`"${workspace ?? ''}" is not a remote of this repository: npm run dev -w mf-agents, for example.`);
  }
  const { PORT: sitePort, DEV_PORT: ownPort } = parseVariables(variables, process.env);
  const { name: remote } = manifestOf(folder);
  const site = new RunningSite(`http://localhost:${sitePort}`);
  await site.pageData('/');
  await assertPortFree(ownPort, 'DEV_PORT');
  const compiler = rspack([
    withFastRefresh(shellBrowserConfig('development'), 'shell'),
    withFastRefresh(remoteBrowserConfig({ folder }, 'development'), remote),
  ]);
  const server = new RspackDevServer(
    {
      host: 'localhost',
      port: ownPort,
      hot: true,
      static: false,
      client: { overlay: false },
      setupMiddlewares: (middlewares) => [
        ...middlewares,
        { name: 'site', middleware: developmentSite(site, { remote, folder }) },
      ],
    },
    compiler,
  );
  await server.start();
  const { routes } = await developmentRelease(remote, folder);
  console.log(`\n${remote} in development:`);
  for (const { path: page } of routes) console.log(`  http://localhost:${ownPort}${page}`);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
