import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { SiteError } from '../site-client/site-error.ts';
import { switchOnSite } from '../site-client/switch-on-site.ts';
import { byOption, commonCall, describeOutcome, dryRunOption, expectOption } from './describe-outcome.ts';
import { runSquadCommand, type SquadSurroundings, siteCommand } from './squad-command.ts';

export function addRollbackCommand(program: CommandUnknownOpts, surroundings?: Partial<SquadSurroundings>): void {
  siteCommand(program, 'rollback')
    .description('Go back to a release that was live before')
    .option('--to <id>', 'the release to go back to; else the previous one')
    .option('--reason <text>', 'why, for the log (required)')
    .option(...byOption)
    .option(...expectOption)
    .option(...dryRunOption)
    .action((options) =>
      runSquadCommand(surroundings, options, async ({ client, remote }) => {
        if (!options.reason?.trim()) {
          throw new SiteError('usage', 'A rollback needs its reason for the log: --reason "what went wrong".');
        }
        const call = { action: 'rollback', ...(options.to && { id: options.to }), ...commonCall(options) } as const;
        return describeOutcome(await switchOnSite(client, await remote(), call));
      }),
    );
}
