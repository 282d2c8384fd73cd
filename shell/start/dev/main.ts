import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readVariables } from 'kit/server/settings/variables';
import { startDevelopment } from 'kit/squad/dev/start-development';
import { shellBrowserConfig } from '../../rspack.shell.ts';
import { repositoryRoot } from '../../settings/places.ts';

/**
 * `npm run dev -w <remote>`: like `remote dev` for squads, but with the shell from its source, so that both refresh. Pages,
 * the API and all other remotes come from the running site.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { port: { type: 'string', default: '4300' } },
    allowPositionals: true,
  });
  const [workspace] = positionals;
  const folder = path.join(repositoryRoot, workspace ?? '');
  if (!workspace || !existsSync(path.join(folder, 'src/remote.ts'))) {
    throw new Error(`"${workspace ?? ''}" is not a remote of this repository: npm run dev -w mf-agents, for example.`);
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port takes a port from 0 to 65535.');
  const { PORT = 3000 } = readVariables(process.env, ['PORT']);
  const shell = {
    configuration: shellBrowserConfig('development'),
    renderer: {
      module: path.join(repositoryRoot, 'shell/platform/gate/development-renderer.ts'),
      hostBundle: path.join(repositoryRoot, 'shell/dist/server/render.cjs'),
    },
  };
  const site = `http://localhost:${PORT}`;
  const { remote, pages, stop } = await startDevelopment({ folder, site, port, api: 'real', realForms: true, shell });
  console.log(`\n${remote} in development:\n${pages.map((page) => `  ${page}`).join('\n')}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().then(() => process.exit(0)));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
