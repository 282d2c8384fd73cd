import { CommandError } from 'kit/server/command-error';
import { setFrozen } from '../../platform/index.ts';
import { type AddCommand, optionalText, passOverOption } from '../command.ts';

export const addFreeze: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('freeze')
    .description('Let a remote take no new release; steps back go on')
    .argument('<remote>', 'which', checkRemote)
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log (required)', optionalText)
    .action((remote, { reason, passOver }) =>
      answer(async ({ platform, by, dryRun }) => {
        if (!reason) throw new CommandError('A freeze needs its reason for the log: --reason "...".');
        const { outcome, composition } = await setFrozen(platform, {
          remote,
          by,
          reason,
          dryRun,
          passOver,
          frozen: true,
        });
        const sentences = {
          changed: `${remote} takes no new release from now on.`,
          unchanged: `${remote} is frozen already; nothing was changed.`,
          checked: `Would freeze ${remote}.`,
        };
        return { text: sentences[outcome], json: { remote, outcome, revision: composition.revision } };
      }),
    );
};

export const addUnfreeze: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('unfreeze')
    .description('Let a remote take new releases again')
    .argument('<remote>', 'which', checkRemote)
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log', optionalText)
    .action((remote, { reason = '', passOver }) =>
      answer(async ({ platform, by, dryRun }) => {
        const change = { remote, by, reason, dryRun, passOver, frozen: false };
        const { outcome, composition } = await setFrozen(platform, change);
        const sentences = {
          changed: `${remote} takes new releases again.`,
          unchanged: `${remote} is not frozen; nothing was changed.`,
          checked: `Would end the freeze of ${remote}.`,
        };
        return { text: sentences[outcome], json: { remote, outcome, revision: composition.revision } };
      }),
    );
};
