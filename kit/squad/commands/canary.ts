import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { switchOnSite } from '../site-client/switch-on-site.ts';
import { byOption, commonCall, describeOutcome, dryRunOption, expectOption, reasonOption } from './describe-outcome.ts';
import { runSquadCommand, type SquadSurroundings, siteCommand } from './squad-command.ts';

export function addCanaryCommand(program: CommandUnknownOpts, surroundings?: Partial<SquadSurroundings>): void {
  siteCommand(program, 'canary')
    .description('Give a share of the visitors a release that is not live')
    .argument('<id>', 'the release, as "publish" and "status" say it')
    .requiredOption('--percent <n>', 'the share, above 0 and up to 100 (required)', parsePercent)
    .option(...reasonOption)
    .option(...byOption)
    .option(...expectOption)
    .option(...dryRunOption)
    .action((id, options) =>
      runSquadCommand(surroundings, options, async ({ client, remote }) => {
        const { percent, reason = `${percent} percent` } = options;
        const call = { action: 'canary', id, percent, ...commonCall({ ...options, reason }) } as const;
        return describeOutcome(await switchOnSite(client, await remote(), call));
      }),
    );
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
