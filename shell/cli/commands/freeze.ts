import { CommandError } from 'kit/server/command-error';
import { type SwitchResult, setFrozen } from '../../platform/index.ts';
import { type AddCommand, optionalText, passOverOption } from '../command.ts';

interface Freezing {
  command: 'freeze' | 'unfreeze';
  description: string;
  /** What the remote is behind it. */
  frozen: boolean;
  reasonOption: string;
  /** Said when no reason was given; null where none is needed. */
  reasonMissing: string | null;
  sentences: (remote: string) => Record<SwitchResult['outcome'], string>;
}

function addFreezing({ command, frozen, ...words }: Freezing): AddCommand {
  return (program, answer, { checkRemote }) => {
    program
      .command(command)
      .description(words.description)
      .argument('<remote>', 'which', checkRemote)
      .option(...passOverOption)
      .option('--reason <text>', words.reasonOption, optionalText)
      .action((remote, { reason = '', passOver }) =>
        answer(async ({ platform, by, dryRun }) => {
          if (reason === '' && words.reasonMissing) throw new CommandError(words.reasonMissing);
          const change = { remote, by, reason, dryRun, passOver, frozen };
          const { outcome, composition } = await setFrozen(platform, change);
          return {
            text: words.sentences(remote)[outcome],
            json: { remote, outcome, revision: composition.revision },
          };
        }),
      );
  };
}

export const addFreeze = addFreezing({
  command: 'freeze',
  description: 'Let a remote take no new release; steps back go on',
  frozen: true,
  reasonOption: 'why, for the log (required)',
  reasonMissing: 'A freeze needs its reason for the log: --reason "...".',
  sentences: (remote) => ({
    changed: `${remote} takes no new release from now on.`,
    unchanged: `${remote} is frozen already; nothing was changed.`,
    checked: `Would freeze ${remote}.`,
  }),
});

export const addUnfreeze = addFreezing({
  command: 'unfreeze',
  description: 'Let a remote take new releases again',
  frozen: false,
  reasonOption: 'why, for the log',
  reasonMissing: null,
  sentences: (remote) => ({
    changed: `${remote} takes new releases again.`,
    unchanged: `${remote} is not frozen; nothing was changed.`,
    checked: `Would end the freeze of ${remote}.`,
  }),
});
