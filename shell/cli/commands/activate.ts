import { activateRelease } from '../../platform/index.ts';
import { type AddCommand, commonRequest, expectOption, optionalText, passOverOption } from '../command.ts';
import { describeSwitch } from '../describe-switch.ts';
import { checkHeld } from '../remote-argument.ts';

export const addActivate: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('activate')
    .description('Make a release live once it has passed the gate')
    .argument('<remote>', 'whose release', checkRemote)
    .argument('<id>', 'the release, as "list" shows it')
    .option('--no-guard', 'never roll it back automatically')
    .option(...expectOption)
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log', optionalText)
    .action((remote, id, { guard, reason = '', ...options }) =>
      answer(async (invocation) => {
        const { platform, store } = invocation;
        await checkHeld(store, remote, id);
        const common = commonRequest(invocation, options);
        const change = { ...common, remote, id, reason, guard: guard ? 'on' : 'off' } as const;
        return describeSwitch(store, await activateRelease(platform, change), remote);
      }),
    );
};
