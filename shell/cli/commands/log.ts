import { wholeNumber } from 'kit/server/command-line';
import { oneLine } from 'kit/server/text';
import { History } from '../../platform/index.ts';
import type { AddCommand } from '../command.ts';
import { minute, wrap } from '../layout.ts';

export const addLog: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('log')
    .description('Show who changed what, when and why, newest first')
    .option('--remote <remote>', 'only entries of this remote', checkRemote)
    .option('--last <n>', 'how many entries (default: 20)', wholeNumber(1))
    .action(({ remote, last = 20 }) =>
      answer(async ({ platform }) => {
        const { entries, damaged } = await History.readAudit(platform);
        const shown = entries
          .filter((entry) => !remote || History.concerns(entry, remote))
          .slice(-last)
          .reverse();
        const text = [...shown.map(describe), ...damaged].join('\n');
        return { text: text || 'No changes yet.', json: { entries: shown, damaged } };
      }),
    );
};

function describe(entry: History.AuditEntry): string {
  const { revision, at, by, action, reason } = entry;
  const subject = 'remote' in entry ? ` ${entry.remote}` : '';
  const key = 'key' in entry && entry.key !== null ? ` (key ${entry.key})` : '';
  const head = `#${revision}  ${minute(at)}  ${action}${subject}  by ${oneLine(by)}${key}`;
  return [head, ...History.changesOf(entry).map((line) => `    ${oneLine(line)}`), wrap(reason, '    ')]
    .filter(Boolean)
    .join('\n');
}
