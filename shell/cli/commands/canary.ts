import { abortCanary, promoteCanary, startCanary } from '../../platform/index.ts';
import { type AddCommand, numberUpTo, optionalText, passOverOption } from '../command.ts';
import { describeSwitch } from '../describe-switch.ts';
import { checkHeld } from '../remote-argument.ts';

export const addCanary: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('canary')
    .description('Give a share of the visitors a release that is not live')
    .argument('<remote>', 'whose release', checkRemote)
    .argument('<id>', 'the release, as "list" shows it')
    .requiredOption('--percent <n>', 'the share, above 0 and up to 100 (required)', numberUpTo(100))
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log', optionalText)
    .action((remote, id, { percent, reason = `${percent} percent`, passOver }) =>
      answer(async ({ platform, store, by, dryRun }) => {
        await checkHeld(store, remote, id);
        return describeSwitch(
          await startCanary(platform, { remote, id, percent, by, reason, dryRun, passOver }),
          remote,
        );
      }),
    );
};

export const addPromote: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('promote')
    .description('Make the canary of a remote live for everybody')
    .argument('<remote>', 'whose canary', checkRemote)
    .option('--no-guard', 'never roll it back automatically')
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log', optionalText)
    .action((remote, { guard, reason = '', passOver }) =>
      answer(async ({ platform, by, dryRun }) => {
        const change = { remote, by, reason, dryRun, passOver, guard: guard ? 'on' : 'off' } as const;
        return describeSwitch(await promoteCanary(platform, change), remote);
      }),
    );
};

export const addAbort: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('abort')
    .description('End the canary of a remote; everybody gets the live release')
    .argument('<remote>', 'whose canary', checkRemote)
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log', optionalText)
    .action((remote, { reason = '', passOver }) =>
      answer(async ({ platform, by, dryRun }) =>
        describeSwitch(await abortCanary(platform, { remote, by, reason, dryRun, passOver }), remote),
      ),
    );
};
