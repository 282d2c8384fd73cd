import { InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError } from 'kit/server/command-error';
import { KeyRights, SiteRights, Writing } from '../../platform/index.ts';
import { type AddCommand, type Invocation, type Outcome, optionalText } from '../command.ts';
import { table } from '../layout.ts';

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
        if (Object.keys(budget).length === 0) return show(invocation, remote);
        if (!remote) throw new CommandError('Name the remote whose budget changes.');
        if (!reason) throw new CommandError('A change of a budget needs a reason for the log: --reason "...".');
        return change(invocation, { remote, reason, budget });
      }),
    );
};

async function show({ platform }: Invocation, remote: string | undefined): Promise<Outcome> {
  const rights = await Writing.readRights(platform);
  const remotes = remote ? [remote] : KeyRights.remotesIn(rights.namespaces);
  const budgets = remotes.map((name) => ({ remote: name, ...rights.budgetOf(name) }));
  const rows = budgets.map(({ remote, registered, page }) => [remote, `${registered / 1000} kB`, `${page / 1000} kB`]);
  return { text: table(['remote', 'registered', 'page'], rows), json: budgets };
}

interface Change {
  remote: string;
  reason: string;
  budget: Partial<KeyRights.SizeBudget>;
}

async function change({ platform, by, dryRun }: Invocation, { remote, reason, budget }: Change): Promise<Outcome> {
  const { from, to } = await SiteRights.setBudgetOf(platform, { remote, by, reason, budget, dryRun });
  const move = `${describe(from)} -> ${describe(to)}`;
  return { text: `${dryRun ? 'Would change ' : ''}${remote}: ${move}`, json: { remote, from, to, dryRun } };
}

function kilobytes(text: string): number {
  const bytes = Math.round(Number(text) * 1000);
  if (bytes > 0 && bytes < 1e9) return bytes;
  throw new InvalidArgumentError('It takes a number of kilobytes above 0.');
}

function describe({ registered, page }: KeyRights.SizeBudget): string {
  return `registered ${registered / 1000} kB, page ${page / 1000} kB`;
}
