import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { switchOnSite } from '../site-client/switch-on-site.ts';
import { byOption, commonCall, describeOutcome, dryRunOption, expectOption, reasonOption } from './describe-outcome.ts';
import { runSquadCommand, type SquadSurroundings, siteCommand } from './squad-command.ts';

export function addActivateCommand(program: CommandUnknownOpts, surroundings?: Partial<SquadSurroundings>): void {
  siteCommand(program, 'activate')
    .description("Make a release live once it has passed the site's gate")
    .argument('<id>', 'the release, as "publish" and "status" say it')
    .option('--no-guard', 'never roll it back automatically')
    .option(...reasonOption)
    .option(...byOption)
    .option(...expectOption)
    .option(...dryRunOption)
    .action((id, options) =>
      runSquadCommand(surroundings, options, async ({ client, remote }) => {
        const guard = options.guard ? 'on' : 'off';
        const call = { action: 'activate', id, guard, ...commonCall(options) } as const;
        return describeOutcome(await switchOnSite(client, await remote(), call));
      }),
    );
}
