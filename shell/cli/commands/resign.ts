import { CommandError } from 'kit/server/command-error';
import { Repairs } from '../../platform/index.ts';
import { type AddCommand, optionalText } from '../command.ts';
import { checkHeld } from '../remote-argument.ts';

export const addResign: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('resign')
    .description('Add your signature to a published release')
    .argument('<remote>', 'its remote', checkRemote)
    .argument('<id>', 'the release, as "list" shows it')
    .option('--reason <text>', 'why, for the log (required)', optionalText)
    .action((remote, id, { reason }) =>
      answer(async ({ platform, store, by, dryRun }) => {
        if (!reason) throw new CommandError('A signature needs a reason for the log: --reason "...".');
        await checkHeld(store, remote, id);
        const added = await Repairs.resignRelease(platform, { remote, id, by, reason, dryRun });
        const done = added
          ? `${remote} ${id} is now signed by this key as well.`
          : `This key has already signed ${remote} ${id}.`;
        return { text: dryRun ? `Would sign ${remote} ${id}.` : done, json: { remote, id, added: added && !dryRun } };
      }),
    );
};
