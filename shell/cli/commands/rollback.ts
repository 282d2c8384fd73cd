import { CommandError } from 'kit/server/command-error';
import { rollbackRelease } from '../../platform/index.ts';
import { type AddCommand, optionalText, passOverOption } from '../command.ts';
import { describeSwitch } from '../describe-switch.ts';
import { checkHeld } from '../remote-argument.ts';

export const addRollback: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('rollback')
    .description('Go back to a release of a remote that was live before')
    .argument('<remote>', 'which', checkRemote)
    .option('--to <id>', 'the release to go back to; else the previous one', optionalText)
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log (required)', optionalText)
    .action((remote, { to, reason, passOver }) =>
      answer(async ({ platform, store, by, dryRun }) => {
        if (!reason) throw new CommandError('A rollback needs its reason for the log: --reason "what went wrong".');
        if (to) await checkHeld(store, remote, to);
        const change = { remote, by, reason, dryRun, passOver, ...(to && { to }) };
        return describeSwitch(await rollbackRelease(platform, change), remote);
      }),
    );
};
