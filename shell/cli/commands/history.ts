import { wholeNumber } from 'kit/server/command-line';
import { oneLine } from 'kit/server/text';
import { type FailureCounts, Failures, History } from '../../platform/index.ts';
import { readShellMap } from '../../settings/shell-maps.ts';
import type { AddCommand } from '../command.ts';
import { count, minute, wrap } from '../layout.ts';

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
        const text = [...shown.map(describeEntry), ...damaged].join('\n');
        return { text: text || 'No changes yet.', json: { entries: shown, damaged } };
      }),
    );
};

function describeEntry(entry: History.AuditEntry): string {
  const { revision, at, by, action, reason, key } = entry;
  const subject = 'remote' in entry ? ` ${entry.remote}` : '';
  const head = `#${revision}  ${minute(at)}  ${action}${subject}  by ${oneLine(by)} (key ${key})`;
  return [head, ...History.changesOf(entry).map((line) => `    ${oneLine(line)}`), wrap(reason, '    ')]
    .filter(Boolean)
    .join('\n');
}

export const addFailures: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('failures')
    .description('Show what failed in browsers within seven days, by release, with its line in the source')
    .option('--remote <remote>', 'only this remote, or "shell"', checkRemote)
    .action(({ remote }) =>
      answer(async ({ platform, store }) => {
        const mapper: Failures.StackMapper = new Failures.SourceMapper({ platform, readShellMap });
        await platform.chain.refresh({ whole: true });
        const { failures, problems } = await Failures.readFailures(store, mapper, { remote });
        const lines = [
          ...(failures.length > 0 ? failures.map(describeFailure) : ['No failures in the last seven days.']),
          ...problems,
        ];
        return { text: lines.map(plain).join('\n'), json: { failures, problems } };
      }),
    );
};

function describeFailure({ id, remote, releases, kind, message, stack, ...seen }: FailureCounts.FailureGroup): string {
  const browsers = Object.keys(seen.browsers).join(', ');
  const who = `${count(seen.count, 'time')} in ${count(seen.networks, 'network')}, ${browsers}, on ${Object.keys(seen.pages).join(', ')}`;
  const frames = stack.slice(0, 3).map(describeFrame);
  const last = `last ${minute(new Date(seen.lastSeen).toISOString())} with set ${seen.set}`;
  return [
    `${id}  ${remote} ${Object.keys(releases).join(', ')}  ${kind}: ${message || 'no message'}`,
    ...frames,
    `    ${who}; ${last}\n`,
  ].join('\n');
}

function describeFrame({ function: name, source, script, line, column }: FailureCounts.MappedFrame): string {
  const place = source ? `${source.file}:${source.line}  ${source.text}` : `${script}:${line}:${column}`;
  return `    at ${name || 'somewhere'} (${place})`;
}

/** Text from browsers may contain terminal control sequences. */
function plain(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, '');
}
