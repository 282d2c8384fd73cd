import type { Composition } from 'kit/contracts/composition';
import { type Command, textOption, UsageError } from '../command.ts';
import { minute, wrap } from '../layout.ts';

export const logCommand: Command = {
  name: 'log',
  summary: 'Show who switched what, when and why, newest first',
  usage: '[--remote <remote>] [--last <n>]',
  positionals: { least: 0, most: 0 },
  options: {
    remote: { type: 'string', value: 'remote', help: 'only switches of this remote' },
    last: { type: 'string', value: 'n', help: 'how many; 20 unless told' },
  },
  async run({ store, values }) {
    const last = Number(textOption(values, 'last') ?? 20);
    if (!Number.isInteger(last) || last < 1) throw new UsageError('--last takes a whole number from 1 up.');
    const remote = textOption(values, 'remote');
    const { entries, damaged } = await store.compositions.readAll();
    const shown = entries
      .filter((entry) => !remote || entry.remote === remote)
      .slice(-last)
      .reverse();
    const text = [...shown.map(describe), ...damaged].join('\n');
    return {
      text: text || 'Nothing was switched yet.',
      json: { entries: shown.map(({ remotes, ...entry }) => entry), damaged },
    };
  },
};

function describe({ revision, at, action, remote, by, from, to, reason }: Composition): string {
  const head = `#${revision}  ${minute(at)}  ${action} ${remote}  by ${by}`;
  return [head, `    ${from ?? 'nothing'} -> ${to}`, wrap(reason, '    ')].filter(Boolean).join('\n');
}
