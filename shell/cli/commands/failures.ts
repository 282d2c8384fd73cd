import { type FailureCounts, Failures } from '../../platform/index.ts';
import { readShellMap } from '../../settings/shell-maps.ts';
import type { AddCommand } from '../command.ts';
import { count, minute } from '../layout.ts';

export const addFailures: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('failures')
    .description('Show what failed in browsers within seven days, by release, with its line in the source')
    .option('--remote <remote>', 'only this remote, or "shell"', checkRemote)
    .action(({ remote }) =>
      answer(async ({ platform, store }) => {
        const mapper: Failures.StackMapper = new Failures.SourceMapper({ platform, readShellMap });
        await platform.chain.refresh({ whole: true });
        const { failures: all, problems } = await Failures.readFailures(store, mapper);
        const failures = all.filter((one) => remote === undefined || one.remote === remote);
        const lines = [
          ...(failures.length > 0 ? failures.map(describe) : ['No failures in the last seven days.']),
          ...problems,
        ];
        return { text: lines.map(plain).join('\n'), json: { failures, problems } };
      }),
    );
};

/** Describes a failure in some lines: what failed, where in the source, how often, and for how many visitors. */
function describe({ id, remote, releases, kind, message, stack, ...seen }: FailureCounts.FailureGroup): string {
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
