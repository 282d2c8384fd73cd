import { CommandError } from 'kit/server/command-error';
import { SiteRights, Writing } from '../../platform/index.ts';
import { type AddCommand, type Answer, optionalText } from '../command.ts';
import { table } from '../layout.ts';

export const addPaths: AddCommand = (program, answer) => {
  const paths = program
    .command('paths')
    .description('Show, give or take the paths that remotes serve')
    .action(() =>
      answer(async ({ platform }) => {
        const { namespaces } = await Writing.readRights(platform);
        const rows = namespaces.map(({ path, remote }) => [path, remote]);
        return { text: table(['path', 'remote'], rows), json: namespaces };
      }),
    );
  paths
    .command('give')
    .description('Give a path, and what is below it, to a remote')
    .argument('<path>', 'for example /services/new')
    .argument('<remote>', 'the remote that gets it, also a new one')
    .option('--reason <text>', 'why, for the log (required)', optionalText)
    .action((path, remote, { reason }) => change(answer, { path, remote, reason }));
  paths
    .command('take')
    .description('Take a path from its remote')
    .argument('<path>', 'as "paths" shows it')
    .option('--reason <text>', 'why, for the log (required)', optionalText)
    .action((path, { reason }) => change(answer, { path, remote: null, reason }));
};

interface Change {
  path: string;
  remote: string | null;
  reason: string | undefined;
}

function change(answer: Answer, { path, remote, reason }: Change): Promise<void> {
  return answer(async ({ platform, by, dryRun }) => {
    if (!reason) throw new CommandError('A change of the paths needs a reason for the log: --reason "...".');
    const { namespaces } = await SiteRights.givePath(platform, { path, remote, by, reason, dryRun });
    const text = remote ? `${path} belongs to ${remote}` : `${path} belongs to no remote`;
    return { text: `${dryRun ? 'Would change: ' : ''}${text}.`, json: { path, remote, namespaces, dryRun } };
  });
}
