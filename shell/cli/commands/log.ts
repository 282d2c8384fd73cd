import { type AuditEntry, changesOf, concerns, readAudit } from '../../platform/index.ts';
import { type Command, textOption, UsageError } from '../command.ts';
import { minute, wrap } from '../layout.ts';
import { checkRemote } from '../remote-argument.ts';

export const logCommand: Command = {
  name: 'log',
  summary: 'Show who changed what, when and why, newest first',
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
    if (remote) checkRemote(remote);
    const { entries, damaged } = await readAudit(store);
    const shown = entries
      .filter((entry) => !remote || concerns(entry, remote))
      .slice(-last)
      .reverse();
    const text = [...shown.map(describe), ...damaged].join('\n');
    return { text: text || 'Nothing was switched yet.', json: { entries: shown, damaged } };
  },
};

function describe(entry: AuditEntry): string {
  const { revision, at, by, action, reason } = entry;
  const subject = 'remote' in entry ? ` ${entry.remote}` : '';
  const head = `#${revision}  ${minute(at)}  ${action}${subject}  by ${by}`;
  return [head, ...changesOf(entry).map((line) => `    ${line}`), wrap(reason, '    ')].filter(Boolean).join('\n');
}
