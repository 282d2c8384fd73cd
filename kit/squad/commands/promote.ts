import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { switchOnSite } from '../site-client/switch-on-site.ts';
import { byOption, commonCall, describeOutcome, dryRunOption, expectOption, reasonOption } from './describe-outcome.ts';
import { runSquadCommand, type SquadSurroundings, siteCommand } from './squad-command.ts';

export function addPromoteCommand(program: CommandUnknownOpts, surroundings?: Partial<SquadSurroundings>): void {
  siteCommand(program, 'promote')
    .description('Make the canary live for everybody')
    .option('--no-guard', 'never roll it back automatically')
    .option(...reasonOption)
    .option(...byOption)
    .option(...expectOption)
    .option(...dryRunOption)
    .action((options) =>
      runSquadCommand(surroundings, options, async ({ client, remote }) => {
        const guard = options.guard ? 'on' : 'off';
        const call = { action: 'promote', guard, ...commonCall(options) } as const;
        return describeOutcome(await switchOnSite(client, await remote(), call));
      }),
    );
}
