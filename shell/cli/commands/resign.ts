import { CommandError } from 'kit/server/command-error';
import { Repairs } from '../../platform/index.ts';
import { type AddCommand, optionalText } from '../command.ts';
import { checkHeld } from '../remote-argument.ts';

export const addResign: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('resign')
    .description('Sign a release of the store with your key, beside who published it')
    .argument('<remote>', 'whose release', checkRemote)
    .argument('<id>', 'the release, as "list" shows it')
    .option('--reason <text>', 'why, for the log (required)', optionalText)
    .action((remote, id, { reason }) =>
      answer(async ({ platform, store, by, dryRun }) => {
        if (!reason) throw new CommandError('To sign a release again needs its reason for the log: --reason "...".');
        await checkHeld(store, remote, id);
        const added = await Repairs.resignRelease(platform, { remote, id, by, reason, dryRun });
        const done = added
          ? `${remote} ${id} is signed by this key, too.`
          : `This key has signed ${remote} ${id} before.`;
        return { text: dryRun ? `Would sign ${remote} ${id}.` : done, json: { remote, id, added: added && !dryRun } };
      }),
    );
};
