import { activateRelease } from '../../platform/index.ts';
import { type AddCommand, optionalText, passOverOption } from '../command.ts';
import { describeSwitch } from '../describe-switch.ts';
import { checkHeld } from '../remote-argument.ts';

export const addActivate: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('activate')
    .description('Make a release live once it has passed the gate')
    .argument('<remote>', 'whose release', checkRemote)
    .argument('<id>', 'the release, as "list" shows it')
    .option('--no-guard', 'never roll it back automatically')
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log', optionalText)
    .action((remote, id, { guard, reason = '', passOver }) =>
      answer(async ({ platform, store, by, dryRun }) => {
        await checkHeld(store, remote, id);
        const change = { remote, id, by, reason, dryRun, passOver, guard: guard ? 'on' : 'off' } as const;
        return describeSwitch(await activateRelease(platform, change), remote);
      }),
    );
};
