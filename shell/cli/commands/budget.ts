import { budgetOf, type SizeBudget, setBudget } from '../../platform/index.ts';
import { knownRemotes } from '../../settings/namespaces.ts';
import { type Command, textOption, UsageError, type Values } from '../command.ts';
import { table } from '../layout.ts';
import { remoteArgument } from '../remote-argument.ts';

export const budgetCommand: Command = {
  name: 'budget',
  summary: 'Show or change what a release of a remote may weigh',
  usage: '[<remote>] [--page <kB> ... --reason "..."]',
  positionals: { least: 0, most: 1 },
  options: {
    registered: { type: 'string', value: 'kB', help: 'container and routes, with brotli' },
    page: { type: 'string', value: 'kB', help: 'the same and the largest page' },
    reason: { type: 'string', value: 'text', help: 'why, for the log (required for a change)' },
  },
  async run(invocation) {
    const { positionals, platform, by, values, dryRun } = invocation;
    const remotes = positionals.length > 0 ? [remoteArgument(invocation)] : knownRemotes;
    const budget = readBudget(values);
    const [remote] = positionals;
    if (Object.keys(budget).length > 0) {
      const reason = textOption(values, 'reason');
      if (!remote) throw new UsageError('Name the remote whose budget changes.');
      if (!reason) throw new UsageError('A change of a budget needs its reason for the log: --reason "...".');
      const { from, to } = await setBudget(platform, { remote, by, reason, budget, dryRun });
      const move = `${describe(from)} -> ${describe(to)}`;
      return { text: `${dryRun ? 'Would change ' : ''}${remote}: ${move}`, json: { remote, from, to, dryRun } };
    }
    const budgets = await Promise.all(
      remotes.map(async (name) => ({ remote: name, ...(await budgetOf(platform, name)) })),
    );
    const rows = budgets.map(({ remote, registered, page }) => [
      remote,
      `${registered / 1000} kB`,
      `${page / 1000} kB`,
    ]);
    return { text: table(['remote', 'registered', 'page'], rows), json: budgets };
  },
};

function readBudget(values: Values): Partial<SizeBudget> {
  const budget: Partial<SizeBudget> = {};
  for (const part of ['registered', 'page'] as const) {
    const text = textOption(values, part);
    if (text === undefined) continue;
    const bytes = Math.round(Number(text) * 1000);
    if (!(bytes > 0 && bytes < 1e9)) throw new UsageError(`--${part} takes a number of kilobytes above 0.`);
    budget[part] = bytes;
  }
  return budget;
}

function describe({ registered, page }: SizeBudget): string {
  return `registered ${registered / 1000} kB, page ${page / 1000} kB`;
}
