import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { ErrorsAnswer, VisitsAnswer } from '../../contracts/squad/calls.ts';
import { wholeNumber } from '../../server/command-line.ts';
import { minute, runSquadCommand, siteCommand } from './squad-command.ts';

// Commands that show what happened to the squad's own remote.

type Failure = ErrorsAnswer['errors'][number];

export function addErrorsCommand(program: CommandUnknownOpts): void {
  siteCommand(program, 'errors')
    .description('Show what failed in browsers within seven days, with its lines in the source')
    .action((options, command) =>
      runSquadCommand(command, options, async ({ client, remote }) => {
        const answer = await client.errors(remote());
        const shown =
          answer.errors.length > 0 ? answer.errors.map(describeError) : ['No errors in the last seven days.'];
        return { text: [...shown, ...answer.problems].map(plain).join('\n'), json: answer };
      }),
    );
}

export function addVisitsCommand(program: CommandUnknownOpts): void {
  siteCommand(program, 'visits')
    .description('Show page views, failures and Web Vitals of each release')
    .action((options, command) =>
      runSquadCommand(command, options, async ({ client, remote }) => {
        const answer = await client.visits(remote());
        return { text: describeVisits(answer), json: answer };
      }),
    );
}

export function addLogCommand(program: CommandUnknownOpts): void {
  siteCommand(program, 'log')
    .description('Show who changed what, when and why, newest first')
    .option('--last <n>', 'how many entries (default: 20), at most 200', wholeNumber(1), 20)
    .action(({ last, ...options }, command) =>
      runSquadCommand(command, options, async ({ client, remote }) => {
        const entries = await client.log(remote(), last);
        const lines = entries.flatMap(({ revision, at, action, by, key, changes, reason }) => [
          `#${revision}  ${minute(at)}  ${action}  by ${by}${key === null ? '' : ` (key ${key})`}`,
          ...[...changes, reason].filter(Boolean).map((line) => `    ${line}`),
        ]);
        return { text: lines.map(plain).join('\n') || 'No changes yet.', json: { entries } };
      }),
    );
}

function describeError({ releases, kind, message, stack, browsers, pages, ...seen }: Failure): string {
  const frames = stack.map(({ function: name, source, script, line, column }) => {
    const place = source ? `${source.file}:${source.line}  ${source.text}` : `${script}:${line}:${column}`;
    return `    at ${name || 'an unnamed function'} (${place})`;
  });
  const [releaseIds, browserNames, paths] = [releases, browsers, pages].map((counts) => Object.keys(counts).join(', '));
  return [
    `${kind}: ${message || 'no message'}`,
    ...frames,
    `    times: ${seen.count}, networks: ${seen.networks}, last ${minute(new Date(seen.lastSeen).toISOString())}`,
    `    in ${releaseIds}, ${browserNames}, on ${paths}\n`,
  ].join('\n');
}

function describeVisits({ since, releases }: VisitsAnswer): string {
  const lines = releases.map(({ id, views, failures, p75: { lcp, inp, cls } }) => {
    const vitals = [
      ...(lcp === null ? [] : [`LCP ${lcp.toFixed(1)} s`]),
      ...(inp === null ? [] : [`INP ${Math.round(inp * 1000)} ms`]),
      ...(cls === null ? [] : [`CLS ${cls.toFixed(2)}`]),
    ];
    const measured = vitals.length > 0 ? `, p75 of ${vitals.join(', ')}` : '';
    return `  ${id}  ${failures} of ${views} page views failed${measured}`;
  });
  const from = `On the server that answered, since ${minute(since)}`;
  return lines.length > 0 ? [`${from}:`, ...lines].join('\n') : `${from}: no visits.`;
}

/** Text from browsers may contain terminal control sequences. */
function plain(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, '');
}
