import { wholeNumber } from 'kit/server/command-line';
import { Upkeep } from '../../platform/index.ts';
import { type AddCommand, optionalText } from '../command.ts';
import { count } from '../layout.ts';

export const addPrune: AddCommand = (program, answer) => {
  program
    .command('prune')
    .description('Remove releases that are no longer in use')
    .option('--keep <n>', 'releases of each remote to keep; 10 or more', wholeNumber(10))
    .option('--hours <n>', 'hours since its last use; 24 or more', wholeNumber(24))
    .option('--reason <text>', 'why, for the log', optionalText)
    .action(({ keep = 10, hours = 24, reason = '' }) =>
      answer(async ({ platform, by, dryRun }) => {
        const removed = await Upkeep.pruneStore(platform, { by, reason, keep, hours, dryRun });
        const summary = `${count(removed.length, 'release')} ${dryRun ? 'would be removed' : 'removed'}.`;
        return { text: [...removed, summary].join('\n'), json: { removed, dryRun } };
      }),
    );
};
