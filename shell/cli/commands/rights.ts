import { InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError } from 'kit/server/command-error';
import { KeyRights, SiteRights, Writing } from '../../platform/index.ts';
import {
  type AddCommand,
  type Answer,
  type Invocation,
  neededReason,
  type Outcome,
  optionalText,
  reasonOption,
} from '../command.ts';
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
    .option(...reasonOption)
    .action((path, remote, { reason }) => changePath(answer, { path, remote, reason }));
  paths
    .command('take')
    .description('Take a path from its remote')
    .argument('<path>', 'as "paths" shows it')
    .option(...reasonOption)
    .action((path, { reason }) => changePath(answer, { path, remote: null, reason }));
};

function changePath(
  answer: Answer,
  { path, remote, reason: given }: { path: string; remote: string | null; reason: string | undefined },
): Promise<void> {
  return answer(async ({ platform, by, dryRun }) => {
    const reason = neededReason('A change of the paths', given);
    const { namespaces } = await SiteRights.givePath(platform, { path, remote, by, reason, dryRun });
    const text = `${path} belongs to ${remote ?? 'no remote'}`;
    return { text: `${dryRun ? 'Would change: ' : ''}${text}.`, json: { path, remote, namespaces, dryRun } };
  });
}

export const addBudget: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('budget')
    .description('Show or change the size budget of a remote')
    .argument('[remote]', 'remote (default: all)', checkRemote)
    .option('--registered <kB>', 'container and routes, with brotli', kilobytes)
    .option('--page <kB>', 'container, routes and the largest page, with brotli', kilobytes)
    .option('--reason <text>', 'why, for the log (required for a change)', optionalText)
    .action((remote, { reason, ...budget }) =>
      answer((invocation) => {
        if (Object.keys(budget).length === 0) return showBudgets(invocation, remote);
        if (!remote) throw new CommandError('Name the remote whose budget changes.');
        return changeBudget(invocation, { remote, reason: neededReason('A change of a budget', reason), budget });
      }),
    );
};

async function showBudgets({ platform }: Invocation, remote: string | undefined): Promise<Outcome> {
  const rights = await Writing.readRights(platform);
  const remotes = remote ? [remote] : KeyRights.remotesIn(rights.namespaces);
  const budgets = remotes.map((name) => ({ remote: name, ...rights.budgetOf(name) }));
  const rows = budgets.map(({ remote, registered, page }) => [remote, `${registered / 1000} kB`, `${page / 1000} kB`]);
  return { text: table(['remote', 'registered', 'page'], rows), json: budgets };
}

async function changeBudget(
  { platform, by, dryRun }: Invocation,
  change: { remote: string; reason: string; budget: Partial<KeyRights.SizeBudget> },
): Promise<Outcome> {
  const { remote } = change;
  const { from, to } = await SiteRights.setBudgetOf(platform, { ...change, by, dryRun });
  const move = `${describeBudget(from)} -> ${describeBudget(to)}`;
  return { text: `${dryRun ? 'Would change ' : ''}${remote}: ${move}`, json: { remote, from, to, dryRun } };
}

function kilobytes(text: string): number {
  const bytes = Math.round(Number(text) * 1000);
  if (bytes > 0 && bytes < 1e9) return bytes;
  throw new InvalidArgumentError('It takes a number of kilobytes above 0.');
}

function describeBudget({ registered, page }: KeyRights.SizeBudget): string {
  return `registered ${registered / 1000} kB, page ${page / 1000} kB`;
}
