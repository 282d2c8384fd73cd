import type { Composition } from 'kit/contracts/composition';
import type { BudgetRevision } from '../../budgets/budget-revision.ts';
import { type Command, textOption, UsageError } from '../command.ts';
import { minute, wrap } from '../layout.ts';

export const logCommand: Command = {
  name: 'log',
  summary: 'Show who switched what, when and why, newest first',
  usage: '[--remote <remote>] [--last <n>]',
  positionals: { least: 0, most: 0 },
  options: {
    remote: { type: 'string', value: 'remote', help: 'only entries of this remote' },
    last: { type: 'string', value: 'n', help: 'how many; 20 unless told' },
  },
  async run({ store, values }) {
    const last = Number(textOption(values, 'last') ?? 20);
    if (!Number.isInteger(last) || last < 1) throw new UsageError('--last takes a whole number from 1 up.');
    const remote = textOption(values, 'remote');
    const [switches, budgets] = await Promise.all([store.compositions.readAll(), store.budgets.readAll()]);
    const lines = [
      ...switches.entries.map((entry) => ({ entry: withoutState(entry), text: describeSwitch(entry) })),
      ...budgets.entries.map(({ budgets: _, ...entry }) => ({
        entry: { ...entry, action: 'budget' },
        text: describeBudget(entry),
      })),
    ];
    lines.sort((one, other) => (one.entry.at < other.entry.at ? -1 : 1));
    const shown = lines
      .filter(({ entry }) => !remote || entry.remote === remote)
      .slice(-last)
      .reverse();
    const damaged = [...switches.damaged, ...budgets.damaged];
    const text = [...shown.map((line) => line.text), ...damaged].join('\n');
    return { text: text || 'Nothing was switched yet.', json: { entries: shown.map(({ entry }) => entry), damaged } };
  },
};

function withoutState({ remotes: _, ...entry }: Composition): Omit<Composition, 'remotes'> {
  return entry;
}

function describeSwitch({ revision, at, action, remote, by, from, to, reason }: Composition): string {
  const head = `#${revision}  ${minute(at)}  ${action} ${remote}  by ${by}`;
  return [head, `    ${from ?? 'nothing'} -> ${to}`, wrap(reason, '    ')].filter(Boolean).join('\n');
}

function describeBudget({ revision, at, remote, by, from, to, reason }: Omit<BudgetRevision, 'budgets'>): string {
  const head = `#${revision}  ${minute(at)}  budget ${remote}  by ${by}`;
  const move = `    registered ${from.registered} -> ${to.registered}, page ${from.page} -> ${to.page} bytes`;
  return [head, move, wrap(reason, '    ')].filter(Boolean).join('\n');
}
