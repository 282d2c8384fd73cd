import { describePlan } from 'kit/contracts/canary-plan';
import type { Composition } from 'kit/contracts/composition';
import type { RightAction } from '../keys/rights.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { abort, canary, pause, promote, resume } from './canary.ts';
import { activate, freeze, freezeSite, restore, rollBack, undo, unfreeze, unfreezeSite, withdraw } from './switch.ts';
import { doSwitch, type Plan, type SwitchRequest, type SwitchResult } from './write-revision.ts';

/** The request of an act. {@link Act.takes} lists the parts that an act uses; it ignores all others. */
export interface ActRequest extends SwitchRequest {
  /** Empty for an act on several remotes or on the whole site. */
  remote: string;
}

export type ActArgument = 'release' | 'former' | 'several' | 'share' | 'end' | 'guard';

export interface Act {
  /** The label of its button; the remote's name follows. */
  title: string;
  /** A one-line description for the list of commands. */
  summary: string;
  /** The effect, for a confirmation. */
  effect: string;
  right: RightAction;
  /** The scope: one remote, several named remotes, the remotes of the last revision, or the whole site. */
  about: 'remote' | 'several' | 'last' | 'site';
  takes: readonly ActArgument[];
  /** The message if the reason is missing. Without it the act needs none. */
  reasonMissing?: string;
  /** True if the act gives visitors another release, which a freeze prevents. */
  takesRelease?: true;
  /** Describes the request, for a confirmation. */
  readBack?: (request: ActRequest) => string;
  /** Describes the result, if it is not a change from one release to another. */
  outcome?: (request: ActRequest, composition: Composition) => Record<SwitchResult['outcome'], string>;
  /** Throws a GateRefusal, a RevisionTakenError when another operator was first, or another ReleaseError. */
  perform: (platform: ReleasePlatform, request: SwitchRequest) => Promise<SwitchResult>;
}

/** Returns the function that does what a plan says. */
function performing(plan: Plan): Act['perform'] {
  return (platform, request) => doSwitch(platform, request, plan);
}

/**
 * All acts on a site; each act is one revision. The command line, the calls of squads and the control room are built from this
 * table, so a new entry is also a command and a form.
 */
export const acts = {
  activate: {
    title: 'Make live',
    summary: 'Make a release live once it has passed the gate',
    effect: 'The release passes the gate first, which takes some seconds; then all visitors get it.',
    right: 'activate',
    about: 'remote',
    takes: ['release', 'guard'],
    takesRelease: true,
    perform: performing(activate),
  },
  rollback: {
    title: 'Roll back',
    summary: 'Roll back one remote, or several at once, to earlier releases',
    effect:
      'New page loads get the release that you choose within a second, open tabs within ten. A running canary ends.',
    right: 'rollback',
    about: 'remote',
    takes: ['former'],
    reasonMissing: 'A rollback needs a reason for the log: --reason "what went wrong".',
    perform: performing(rollBack),
  },
  'rollback-several': {
    title: 'Roll back several',
    summary: 'Roll back several remotes at once to earlier releases',
    effect: 'All of them are rolled back in one step, or none is. Canaries of these remotes end.',
    right: 'rollback',
    about: 'several',
    takes: ['several'],
    reasonMissing: 'A rollback needs a reason for the log: --reason "what went wrong".',
    perform: performing(rollBack),
  },
  undo: {
    title: 'Undo the last change',
    summary: 'Undo the last change, whatever it was; once',
    effect: 'Everything that the last revision changed becomes what it was before. An undo cannot be undone.',
    right: 'rollback',
    about: 'last',
    takes: [],
    perform: performing(undo),
  },
  canary: {
    title: 'Canary',
    summary: 'Give a share of the visitors a release that is not live, or let it grow by a plan',
    effect:
      'A share of the visitors gets the release, the others stay with the live one. It passes the gate first, the tests of each release, which take some seconds.',
    right: 'canary',
    about: 'remote',
    takes: ['release', 'share'],
    takesRelease: true,
    readBack: describeShare,
    perform: performing(canary),
  },
  pause: {
    title: 'Pause the plan',
    summary: 'Pause the plan of a canary at its present share',
    effect: 'The canary stays at its share until somebody resumes the plan.',
    right: 'rollback',
    about: 'remote',
    takes: [],
    perform: performing(pause),
  },
  resume: {
    title: 'Resume the plan',
    summary: 'Resume the plan of a canary; its step starts over',
    effect: 'The step of the plan starts over: its time and its counts begin at zero.',
    right: 'canary',
    about: 'remote',
    takes: [],
    takesRelease: true,
    perform: performing(resume),
  },
  promote: {
    title: 'Promote the canary',
    summary: 'Make the canary of a remote live for everybody',
    effect: 'All visitors get the canary, once it has passed the gate again.',
    right: 'activate',
    about: 'remote',
    takes: ['guard'],
    takesRelease: true,
    perform: performing(promote),
  },
  abort: {
    title: 'End the canary',
    summary: 'End the canary of a remote; everybody gets the live release',
    effect: 'All visitors get the live release again. Open tabs of the canary leave it within ten seconds.',
    right: 'rollback',
    about: 'remote',
    takes: [],
    perform: performing(abort),
  },
  freeze: {
    title: 'Freeze',
    summary: 'Stop new releases of a remote, or of the site; rollbacks still work',
    effect: 'No new release of it goes live until the freeze ends. Rollbacks still work.',
    right: 'freeze',
    about: 'remote',
    takes: ['end'],
    reasonMissing: 'A freeze needs a reason for the log: --reason "...".',
    outcome: sentencesOfFreeze,
    perform: performing(freeze),
  },
  unfreeze: {
    title: 'End the freeze',
    summary: 'Allow new releases of a remote, or of the site, again',
    effect: 'New releases of it can go live again.',
    right: 'freeze',
    about: 'remote',
    takes: [],
    outcome: sentencesOfUnfreeze,
    perform: performing(unfreeze),
  },
  'freeze-site': {
    title: 'Freeze the whole site',
    summary: 'Stop new releases of every remote; rollbacks still work',
    effect: 'No new release of any remote goes live until the freeze ends. Rollbacks still work.',
    right: 'freeze',
    about: 'site',
    takes: ['end'],
    reasonMissing: 'A freeze needs a reason for the log: --reason "...".',
    outcome: sentencesOfFreeze,
    perform: performing(freezeSite),
  },
  'unfreeze-site': {
    title: 'End the freeze of the site',
    summary: 'Allow new releases of all remotes again',
    effect: 'New releases can go live again, except those of remotes with a freeze of their own.',
    right: 'freeze',
    about: 'site',
    takes: [],
    outcome: sentencesOfUnfreeze,
    perform: performing(unfreezeSite),
  },
  withdraw: {
    title: 'Withdraw',
    summary: 'Take a remote off the site: its pages say so, until "restore"',
    effect:
      'Visitors see that its pages are not available until somebody restores it. Other remotes are not affected. To fix one page, roll back instead.',
    right: 'activate',
    about: 'remote',
    takes: [],
    reasonMissing: 'A withdrawal needs a reason for the log: --reason "what is wrong".',
    outcome: ({ remote }) => ({
      changed: `The pages of ${remote} are off the site from now on. "restore ${remote}" brings them back.`,
      unchanged: `${remote} is withdrawn already; nothing was changed.`,
      checked: `Would take the pages of ${remote} off the site.`,
    }),
    perform: performing(withdraw),
  },
  restore: {
    title: 'Restore',
    summary: 'Put a withdrawn remote back on the site',
    effect: 'Its pages are served again, from the release that is live.',
    right: 'activate',
    about: 'remote',
    takes: [],
    outcome: ({ remote }, { remotes }) => ({
      changed: `${remote} ${remotes[remote]?.live} is on the site again.`,
      unchanged: `${remote} is not withdrawn; nothing was changed.`,
      checked: `Would put ${remote} back on the site.`,
    }),
    perform: performing(restore),
  },
} as const satisfies Record<string, Act>;

export type ActName = keyof typeof acts;

export const activateRelease = acts.activate.perform;
export const rollbackRelease = acts.rollback.perform;
export const startCanary = acts.canary.perform;

/** Returns the act of an untrusted name; null for an unknown one. */
export function actNamed(name: string): Act | null {
  // The cast is safe: the name is an own key of the table.
  return Object.hasOwn(acts, name) ? acts[name as ActName] : null;
}

/** Describes a canary's share, its end and its automatic promotion, with the same words before and after the act. */
export function describeShare({ id = '', percent, plan }: Pick<ActRequest, 'id' | 'percent' | 'plan'>): string {
  if (!plan) {
    return `${id} for ${percent} % of the visitors, until people change that. It never goes live by itself.`;
  }
  const last = plan.steps.at(-1)?.percent ?? 0;
  const end = plan.promote
    ? 'After that it goes live for everybody, by itself.'
    : `After that it stays at ${last} %. It never goes live by itself.`;
  return `${id} for ${describePlan({ ...plan, promote: false })}, as long as it is no worse than the live release. ${end}`;
}

function subjectOf({ remote }: ActRequest): string {
  return remote === '' ? 'The site' : remote;
}

function sentencesOfFreeze(request: ActRequest) {
  const subject = subjectOf(request);
  const end = request.until ? ` until ${request.until.slice(0, 16).replace('T', ' ')} UTC` : '';
  return {
    changed: `${subject} takes no new release from now on${end}.`,
    unchanged: `${subject} is frozen already; nothing was changed.`,
    checked: `Would freeze ${subject}${end}.`,
  };
}

function sentencesOfUnfreeze(request: ActRequest) {
  const subject = subjectOf(request);
  return {
    changed: `${subject} takes new releases again.`,
    unchanged: `${subject} is not frozen; nothing was changed.`,
    checked: `Would end the freeze of ${subject}.`,
  };
}
