import { CommandError } from 'kit/server/command-error';
import { setWithdrawn, undoSwitch } from '../../platform/index.ts';
import { type AddCommand, commonRequest, expectOption, optionalText, passOverOption } from '../command.ts';
import { describeSwitch } from '../describe-switch.ts';

export const addWithdraw: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('withdraw')
    .description('Take a remote off the site: its pages say so, until "restore"')
    .argument('<remote>', 'which', checkRemote)
    .option(...expectOption)
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log (required)', optionalText)
    .action((remote, { reason, ...options }) =>
      answer(async (invocation) => {
        if (!reason) throw new CommandError('A withdrawal needs its reason for the log: --reason "what is wrong".');
        const change = { ...commonRequest(invocation, options), remote, reason, withdrawn: true };
        const { outcome, composition } = await setWithdrawn(invocation.platform, change);
        const text = {
          changed: `The pages of ${remote} are off the site from now on. "restore ${remote}" brings them back.`,
          unchanged: `${remote} is withdrawn already; nothing was changed.`,
          checked: `Would take the pages of ${remote} off the site.`,
        }[outcome];
        return { text, json: { remote, outcome, revision: composition.revision } };
      }),
    );
};

export const addRestore: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('restore')
    .description('Put a withdrawn remote back on the site')
    .argument('<remote>', 'which', checkRemote)
    .option(...expectOption)
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log', optionalText)
    .action((remote, { reason = '', ...options }) =>
      answer(async (invocation) => {
        const change = { ...commonRequest(invocation, options), remote, reason, withdrawn: false };
        const { outcome, composition } = await setWithdrawn(invocation.platform, change);
        const text = {
          changed: `${remote} ${composition.remotes[remote]?.live} is on the site again.`,
          unchanged: `${remote} is not withdrawn; nothing was changed.`,
          checked: `Would put ${remote} back on the site.`,
        }[outcome];
        return { text, json: { remote, outcome, revision: composition.revision } };
      }),
    );
};

export const addUndo: AddCommand = (program, answer) => {
  program
    .command('undo')
    .description('Take the last switch back, whatever it did; once')
    .option(...expectOption)
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log', optionalText)
    .action(({ reason = '', ...options }) =>
      answer(async (invocation) => {
        const result = await undoSwitch(invocation.platform, { ...commonRequest(invocation, options), reason });
        return describeSwitch(invocation.store, result, result.composition.remote);
      }),
    );
};
