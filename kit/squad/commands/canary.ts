import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { type PlanRequest, parsePlan } from '../../contracts/canary-plan.ts';
import { SiteError } from '../site-client/site-error.ts';
import { switchOnSite } from '../site-client/switch-on-site.ts';
import { byOption, commonCall, describeOutcome, dryRunOption, expectOption, reasonOption } from './describe-outcome.ts';
import { runSquadCommand, type SquadSurroundings, siteCommand } from './squad-command.ts';

export function addCanaryCommand(program: CommandUnknownOpts, surroundings?: Partial<SquadSurroundings>): void {
  siteCommand(program, 'canary')
    .description('Give a share of the visitors a release that is not live, or let it grow by a plan')
    .argument('<id>', 'the release, as "publish" and "status" say it')
    .option('--percent <n>', 'the share, above 0 and up to 100', parsePercent)
    .option('--plan <shares>', '1,5,25,100: grows by itself while it is no worse than live')
    .option('--every <time>', 'with --plan: how long each share is looked at; 10m unless told')
    .option('--no-promote', 'with --plan: stays at the last share; else a plan that ends with 100 goes live')
    .option(...reasonOption)
    .option(...byOption)
    .option(...expectOption)
    .option(...dryRunOption)
    .action((id, options) =>
      runSquadCommand(surroundings, options, async ({ client, remote }) => {
        const share = readShare(options);
        const { reason = share.plan ? `by plan: ${options.plan}` : `${share.percent} percent` } = options;
        const call = { action: 'canary', id, ...share, ...commonCall({ ...options, reason }) } as const;
        return describeOutcome(await switchOnSite(client, await remote(), call));
      }),
    );
}

interface ShareOptions {
  percent?: number | undefined;
  plan?: string | undefined;
  every?: string | undefined;
  promote: boolean;
}

function readShare({ percent, plan: text, every, promote }: ShareOptions): { percent?: number; plan?: PlanRequest } {
  if (text === undefined && percent !== undefined && every === undefined) return { percent };
  if (text === undefined || percent !== undefined) {
    throw new SiteError('usage', 'Say the share: --percent <n>, or --plan <shares> with --every <time>, and not both.');
  }
  const plan = parsePlan(text, { every: every ?? '10m', promote });
  if (typeof plan === 'string') throw new SiteError('usage', plan);
  return { plan };
}

export function addAbortCommand(program: CommandUnknownOpts, surroundings?: Partial<SquadSurroundings>): void {
  siteCommand(program, 'abort')
    .description('End the canary; everybody gets the live release')
    .option(...reasonOption)
    .option(...byOption)
    .option(...expectOption)
    .option(...dryRunOption)
    .action((options) =>
      runSquadCommand(surroundings, options, async ({ client, remote }) =>
        describeOutcome(await switchOnSite(client, await remote(), { action: 'abort', ...commonCall(options) })),
      ),
    );
}

function parsePercent(text: string): number {
  const percent = Number(text);
  if (percent > 0 && percent <= 100) return percent;
  throw new InvalidArgumentError('It takes a number above 0 and up to 100.');
}
