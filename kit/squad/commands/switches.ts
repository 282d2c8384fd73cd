import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { readShareOptions } from '../../contracts/canary-plan.ts';
import { describeServers, type SwitchCall } from '../../contracts/squad/calls.ts';
import { wholeNumber } from '../../server/command-line.ts';
import { SiteError } from '../site-client/site-error.ts';
import { type SwitchOutcome, switchOnSite } from '../site-client/switch-on-site.ts';
import { type Outcome, readReleaseId, runSquadCommand, type SiteOptions, siteCommand } from './squad-command.ts';

// Commands that change which release visitors get.

/** Adds the options that every switch has. */
function asSwitch(command: ReturnType<typeof siteCommand>, reason = 'why, for the log') {
  return command
    .option('--reason <text>', reason)
    .option('--by <name>', 'your name for the log (default: the name of the key)')
    .option('--expect <revision>', 'refuse if another revision is in effect', wholeNumber(0))
    .option('--dry-run', 'check everything, change nothing');
}

interface SwitchOptions extends SiteOptions {
  reason?: string | undefined;
  by?: string | undefined;
  dryRun?: true | undefined;
  expect?: number | undefined;
}

function runSwitch(command: CommandUnknownOpts, options: SwitchOptions, call: Omit<SwitchCall, 'reason'>) {
  const { reason = '', by, dryRun, expect } = options;
  const common = {
    reason,
    ...(by && { by }),
    ...(dryRun && { dryRun }),
    ...(expect !== undefined && { expectedRevision: expect }),
  };
  return runSquadCommand(command, options, async ({ client, remote }) =>
    describeOutcome(await switchOnSite(client, remote(), { ...call, ...common })),
  );
}

export function addActivateCommand(program: CommandUnknownOpts): void {
  asSwitch(siteCommand(program, 'activate'))
    .description("Make a release live once it has passed the site's gate")
    .argument('<id>', 'the release, as "publish" and "status" say it', readReleaseId)
    .option('--no-guard', 'never roll it back automatically')
    .action((id, { guard, ...options }, command) =>
      runSwitch(command, options, { action: 'activate', id, guard: guard ? 'on' : 'off' }),
    );
}

export function addCanaryCommand(program: CommandUnknownOpts): void {
  asSwitch(siteCommand(program, 'canary'))
    .description('Give a share of the visitors a release that is not live, or let it grow by a plan')
    .argument('<id>', 'the release, as "publish" and "status" say it', readReleaseId)
    .option('--percent <n>', 'the share, above 0 and up to 100', parsePercent)
    .option('--plan <shares>', '1,5,25,100: the share grows by itself while the canary is no worse than live')
    .option('--every <time>', 'with --plan: how long each step lasts (default: 10m)')
    .option('--no-promote', 'with --plan: stop at the last share; without it, a plan that ends with 100 goes live')
    .action((id, options, command) => {
      const share = readShareOptions(options);
      if (typeof share === 'string') throw new SiteError('usage', share);
      const { reason = share.plan ? `by plan: ${options.plan}` : `${share.percent} percent` } = options;
      return runSwitch(command, { ...options, reason }, { action: 'canary', id, ...share });
    });
}

function parsePercent(text: string): number {
  const percent = Number(text);
  if (percent > 0 && percent <= 100) return percent;
  throw new InvalidArgumentError('It takes a number above 0 and up to 100.');
}

export function addPromoteCommand(program: CommandUnknownOpts): void {
  asSwitch(siteCommand(program, 'promote'))
    .description('Make the canary live for everybody')
    .option('--no-guard', 'never roll it back automatically')
    .action(({ guard, ...options }, command) =>
      runSwitch(command, options, { action: 'promote', guard: guard ? 'on' : 'off' }),
    );
}

export function addAbortCommand(program: CommandUnknownOpts): void {
  asSwitch(siteCommand(program, 'abort'))
    .description('End the canary; everybody gets the live release')
    .action((options, command) => runSwitch(command, options, { action: 'abort' }));
}

export function addRollbackCommand(program: CommandUnknownOpts): void {
  asSwitch(siteCommand(program, 'rollback'), 'why, for the log (required)')
    .description('Roll back to an earlier release')
    .option('--to <id>', 'the release to roll back to (default: the previous one)', readReleaseId)
    .action(({ to, ...options }, command) => {
      if (!options.reason?.trim()) {
        throw new SiteError('usage', 'A rollback needs a reason for the log: --reason "what went wrong".');
      }
      return runSwitch(command, options, { action: 'rollback', ...(to && { id: to }) });
    });
}

function describeOutcome({ outcome, remote, revision, action, from, to, ...rest }: SwitchOutcome): Outcome {
  const json = { remote, outcome, revision, action, from, to, ...rest };
  if (outcome === 'unchanged') return { text: `${remote} ${to} is live already; nothing was changed.`, json };
  const move = `${action} ${remote}: ${from ?? 'nothing'} -> ${to}`;
  const notes = rest.notes.map((note) => `\nGate: ${note}.`).join('');
  if (outcome === 'checked') {
    const differences = ['', ...rest.differences].join('\n  ');
    const differing = rest.differences.length > 0 ? `\nWhat differs for visitors:${differences}` : '';
    return { text: `All checks passed. This would change:\n${move}${notes}${differing}`, json };
  }
  const now = rest.notServedBy ? describeServers(rest.notServedBy) : 'new page loads get it within a second.';
  return { text: `${move}${notes}\nRevision ${revision}; ${now}`, json };
}
