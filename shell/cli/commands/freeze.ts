import { parseMinutes } from 'kit/contracts/canary-plan';
import { CommandError } from 'kit/server/command-error';
import { type SwitchResult, setFrozen, setSiteFrozen } from '../../platform/index.ts';
import { type AddCommand, commonRequest, expectOption, optionalText, passOverOption } from '../command.ts';
import { minute } from '../layout.ts';

interface Freezing {
  command: 'freeze' | 'unfreeze';
  description: string;
  /** What the remote is behind it. */
  frozen: boolean;
  reasonOption: string;
  /** Said when no reason was given; null where none is needed. */
  reasonMissing: string | null;
  sentences: (subject: string, end: string) => Record<SwitchResult['outcome'], string>;
}

function addFreezing({ command, frozen, ...words }: Freezing): AddCommand {
  return (program, answer, { checkRemote }) => {
    const added = program
      .command(command)
      .description(words.description)
      .argument('[remote]', 'which', checkRemote)
      .option('--site', 'the whole site, with remotes that it does not have yet')
      .option('--until <time>', 'over by itself after 2h or 3d, or at 2027-01-07T08:00Z', optionalText)
      .option(...expectOption)
      .option(...passOverOption)
      .option('--reason <text>', words.reasonOption, optionalText);
    added.action((remote, { site, until, reason = '', ...options }) =>
      answer(async (invocation) => {
        if ((remote === undefined) !== (site === true))
          throw new CommandError(`Name a remote, or --site: ${command} one of both.`);
        if (reason === '' && words.reasonMissing) throw new CommandError(words.reasonMissing);
        if (until !== undefined && !frozen) throw new CommandError('An end is for freeze: unfreeze ends it now.');
        const end = until === undefined ? undefined : readEnd(until);
        const change = { ...commonRequest(invocation, options), reason, frozen, until: end };
        const { platform } = invocation;
        const { outcome, composition } = await (remote === undefined
          ? setSiteFrozen(platform, change)
          : setFrozen(platform, { ...change, remote }));
        return {
          text: words.sentences(remote ?? 'The site', end ? ` until ${minute(end)}` : '')[outcome],
          json: { remote: remote ?? null, outcome, revision: composition.revision, until: end ?? null },
        };
      }),
    );
  };
}

/** A time from now, or a moment. */
function readEnd(text: string): string {
  const minutes = parseMinutes(text);
  if (minutes !== null) return new Date(Date.now() + minutes * 60_000).toISOString();
  // Without a zone it would be that of whatever machine this runs on.
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  if (isMoment && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new CommandError(`${JSON.stringify(text)} is no end: 2h, 3d, or a moment with its zone, 2027-01-07T08:00Z.`);
}

export const addFreeze = addFreezing({
  command: 'freeze',
  description: 'Let a remote, or the site, take no new release; steps back go on',
  frozen: true,
  reasonOption: 'why, for the log (required)',
  reasonMissing: 'A freeze needs its reason for the log: --reason "...".',
  sentences: (subject, end) => ({
    changed: `${subject} takes no new release from now on${end}.`,
    unchanged: `${subject} is frozen already; nothing was changed.`,
    checked: `Would freeze ${subject}${end}.`,
  }),
});

export const addUnfreeze = addFreezing({
  command: 'unfreeze',
  description: 'Let a remote, or the site, take new releases again',
  frozen: false,
  reasonOption: 'why, for the log',
  reasonMissing: null,
  sentences: (subject) => ({
    changed: `${subject} takes new releases again.`,
    unchanged: `${subject} is not frozen; nothing was changed.`,
    checked: `Would end the freeze of ${subject}.`,
  }),
});
