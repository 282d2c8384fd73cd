import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { readShareOptions } from '../../contracts/canary-plan.ts';
import { describeServers } from '../../contracts/squad/calls.ts';
import { wholeNumber } from '../../server/command-line.ts';
import { SiteError } from '../site-client/site-error.ts';
import { type SwitchOutcome, switchOnSite } from '../site-client/switch-on-site.ts';
import { type CommandContext, runSquadCommand, type SquadOutcome, siteCommand } from './squad-command.ts';

// Commands that change which release visitors get.

const reasonOption = ['--reason <text>', 'why, for the log'] as const;
const byOption = ['--by <name>', 'your name for the log (default: the name of the key)'] as const;
const dryRunOption = ['--dry-run', 'check everything, change nothing'] as const;
const expectOption = ['--expect <revision>', 'refuse if another revision is in effect', wholeNumber(0)] as const;

export function addActivateCommand(program: CommandUnknownOpts, context?: Partial<CommandContext>): void {
  siteCommand(program, 'activate')
    .description("Make a release live once it has passed the site's gate")
    .argument('<id>', 'the release, as "publish" and "status" say it')
    .option('--no-guard', 'never roll it back automatically')
    .option(...reasonOption)
    .option(...byOption)
    .option(...expectOption)
    .option(...dryRunOption)
    .action((id, options) =>
      runSquadCommand(context, options, async ({ client, remote }) => {
        const guard = options.guard ? 'on' : 'off';
        const call = { action: 'activate', id, guard, ...commonCall(options) } as const;
        return describeOutcome(await switchOnSite(client, await remote(), call));
      }),
    );
}

export function addCanaryCommand(program: CommandUnknownOpts, context?: Partial<CommandContext>): void {
  siteCommand(program, 'canary')
    .description('Give a share of the visitors a release that is not live, or let it grow by a plan')
    .argument('<id>', 'the release, as "publish" and "status" say it')
    .option('--percent <n>', 'the share, above 0 and up to 100', parsePercent)
    .option('--plan <shares>', '1,5,25,100: the share grows by itself while the canary is no worse than live')
    .option('--every <time>', 'with --plan: how long each step lasts (default: 10m)')
    .option('--no-promote', 'with --plan: stop at the last share; without it, a plan that ends with 100 goes live')
    .option(...reasonOption)
    .option(...byOption)
    .option(...expectOption)
    .option(...dryRunOption)
    .action((id, options) =>
      runSquadCommand(context, options, async ({ client, remote }) => {
        const share = readShareOptions(options);
        if (typeof share === 'string') throw new SiteError('usage', share);
        const { reason = share.plan ? `by plan: ${options.plan}` : `${share.percent} percent` } = options;
        const call = { action: 'canary', id, ...share, ...commonCall({ ...options, reason }) } as const;
        return describeOutcome(await switchOnSite(client, await remote(), call));
      }),
    );
}

function parsePercent(text: string): number {
  const percent = Number(text);
  if (percent > 0 && percent <= 100) return percent;
  throw new InvalidArgumentError('It takes a number above 0 and up to 100.');
}

export function addPromoteCommand(program: CommandUnknownOpts, context?: Partial<CommandContext>): void {
  siteCommand(program, 'promote')
    .description('Make the canary live for everybody')
    .option('--no-guard', 'never roll it back automatically')
    .option(...reasonOption)
    .option(...byOption)
    .option(...expectOption)
    .option(...dryRunOption)
    .action((options) =>
      runSquadCommand(context, options, async ({ client, remote }) => {
        const guard = options.guard ? 'on' : 'off';
        const call = { action: 'promote', guard, ...commonCall(options) } as const;
        return describeOutcome(await switchOnSite(client, await remote(), call));
      }),
    );
}

export function addAbortCommand(program: CommandUnknownOpts, context?: Partial<CommandContext>): void {
  siteCommand(program, 'abort')
    .description('End the canary; everybody gets the live release')
    .option(...reasonOption)
    .option(...byOption)
    .option(...expectOption)
    .option(...dryRunOption)
    .action((options) =>
      runSquadCommand(context, options, async ({ client, remote }) =>
        describeOutcome(await switchOnSite(client, await remote(), { action: 'abort', ...commonCall(options) })),
      ),
    );
}

export function addRollbackCommand(program: CommandUnknownOpts, context?: Partial<CommandContext>): void {
  siteCommand(program, 'rollback')
    .description('Roll back to an earlier release')
    .option('--to <id>', 'the release to roll back to (default: the previous one)')
    .option('--reason <text>', 'why, for the log (required)')
    .option(...byOption)
    .option(...expectOption)
    .option(...dryRunOption)
    .action((options) =>
      runSquadCommand(context, options, async ({ client, remote }) => {
        if (!options.reason?.trim()) {
          throw new SiteError('usage', 'A rollback needs a reason for the log: --reason "what went wrong".');
        }
        const call = { action: 'rollback', ...(options.to && { id: options.to }), ...commonCall(options) } as const;
        return describeOutcome(await switchOnSite(client, await remote(), call));
      }),
    );
}

interface CallOptions {
  reason?: string | undefined;
  by?: string | undefined;
  dryRun?: true | undefined;
  expect?: number | undefined;
}

/** The members of a call that every switch has. */
function commonCall({ reason = '', by, dryRun, expect }: CallOptions) {
  return {
    reason,
    ...(by && { by }),
    ...(dryRun && { dryRun }),
    ...(expect !== undefined && { expectedRevision: expect }),
  };
}

function describeOutcome({ outcome, remote, revision, action, from, to, ...rest }: SwitchOutcome): SquadOutcome {
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
