import { existsSync } from 'node:fs';
import path from 'node:path';
import { startDevelopment } from 'kit/squad/dev/start-development';
import * as z from 'zod/mini';
import { shellBrowserConfig } from '../../rspack.shell.ts';
import { repositoryRoot } from '../../settings/places.ts';
import { parseVariables, portVariable } from '../../settings/variables.ts';

const variables = z.object({ PORT: z._default(portVariable, 3000), DEV_PORT: z._default(portVariable, 4300) });

/**
 * `npm run dev -w <remote>`: what `remote dev` is for squads elsewhere, with the shell from its source, so that both refresh.
 * Pages, the API and all other remotes come from the running site.
 */
async function main(workspace: string | undefined): Promise<void> {
  const folder = path.join(repositoryRoot, workspace ?? '');
  if (!workspace || !existsSync(path.join(folder, 'src/remote.ts'))) {
    throw new Error(`"${workspace ?? ''}" is not a remote of this repository: npm run dev -w mf-agents, for example.`);
  }
  const { PORT, DEV_PORT: port } = parseVariables(variables, process.env);
  const shell = shellBrowserConfig('development');
  const site = `http://localhost:${PORT}`;
  const { remote, pages, stop } = await startDevelopment({ folder, site, port, api: 'real', shell });
  console.log(`\n${remote} in development:\n${pages.map((page) => `  ${page}`).join('\n')}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().then(() => process.exit(0)));
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
