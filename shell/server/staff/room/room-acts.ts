import type { PlanRequest } from 'kit/contracts/canary-plan';
import {
  abortCanary,
  activateRelease,
  pausePlan,
  promoteCanary,
  type ReleasePlatform,
  type RightAction,
  resumePlan,
  rollbackReleases,
  type SwitchResult,
  setFrozen,
  setSiteFrozen,
  setWithdrawn,
  startCanary,
  undoSwitch,
} from '../../../platform/index.ts';
import { sayShare } from './read-back.ts';

/** What somebody asks for, read from a form. */
export interface AskedAct {
  by: string;
  reason: string;
  expectedRevision: number;
  /** Empty for what is about the whole site. */
  remote: string;
  id: string;
  ways: readonly { remote: string; to?: string | undefined }[];
  percent: number | undefined;
  plan: PlanRequest | undefined;
  until: string | undefined;
  guard: 'on' | 'off';
}

/** Fields of an act's form beside the reason. */
export type ActField = 'release' | 'former' | 'several' | 'share' | 'end' | 'guard';

export interface RoomAct {
  /** What the button says; the remote's name follows it. */
  title: string;
  /** What happens, in plain words. */
  says: string;
  /** What the signing key must be allowed to. */
  right: RightAction;
  /** One remote, several that the form names, those of the last revision, or all. */
  about: 'remote' | 'several' | 'last' | 'site';
  fields: readonly ActField[];
  /** It gives visitors another release, which a freeze keeps from them. */
  takesRelease?: true;
  /** What was asked for in words. It is shown before anything is done. */
  readBack?: (asked: AskedAct) => string;
  /** Throws what the switch throws: a ReleaseError with a sentence. */
  perform: (platform: ReleasePlatform, asked: AskedAct) => Promise<SwitchResult>;
}

/** Everything that can be done from the room, by its name in addresses. Each is one revision of the composition. */
export const roomActs = {
  rollback: {
    title: 'Roll back',
    says: 'Visitors get the release that you choose within a second, and open tabs leave the other within ten. A running canary ends. Nothing is built or restarted.',
    right: 'rollback',
    about: 'remote',
    fields: ['former'],
    perform: (platform, { remote, id, ...asked }) =>
      rollbackReleases(platform, { ...asked, ways: [{ remote, to: id || undefined }] }),
  },
  'rollback-several': {
    title: 'Roll back several',
    says: 'All of them go back in one step, or none does. Canaries of these remotes end.',
    right: 'rollback',
    about: 'several',
    fields: ['several'],
    perform: (platform, asked) => rollbackReleases(platform, asked),
  },
  activate: {
    title: 'Make live',
    says: 'The release passes the gate first, which takes some seconds; then all visitors get it.',
    right: 'activate',
    about: 'remote',
    fields: ['release', 'guard'],
    takesRelease: true,
    perform: (platform, asked) => activateRelease(platform, asked),
  },
  canary: {
    title: 'Canary',
    says: 'A share of the visitors gets the release, the others stay with the live one. It passes the gate first.',
    right: 'canary',
    about: 'remote',
    fields: ['release', 'share'],
    takesRelease: true,
    readBack: sayShare,
    perform: (platform, { percent, plan, ...asked }) =>
      startCanary(platform, { ...asked, ...(plan ? { plan } : { percent: percent ?? 0 }) }),
  },
  promote: {
    title: 'Promote the canary',
    says: 'All visitors get the canary, once it has passed the gate again.',
    right: 'activate',
    about: 'remote',
    fields: ['guard'],
    takesRelease: true,
    perform: (platform, asked) => promoteCanary(platform, asked),
  },
  abort: {
    title: 'End the canary',
    says: 'All visitors get the live release again. Open tabs of the canary leave it within ten seconds.',
    right: 'rollback',
    about: 'remote',
    fields: [],
    perform: (platform, asked) => abortCanary(platform, asked),
  },
  pause: {
    title: 'Hold the plan',
    says: 'The canary stays at its share and grows no more by itself until somebody lets it.',
    right: 'rollback',
    about: 'remote',
    fields: [],
    perform: (platform, asked) => pausePlan(platform, asked),
  },
  resume: {
    title: 'Let the plan go on',
    says: 'The time of its step begins anew, and so does what is seen of it.',
    right: 'canary',
    about: 'remote',
    fields: [],
    takesRelease: true,
    perform: (platform, asked) => resumePlan(platform, asked),
  },
  freeze: {
    title: 'Freeze',
    says: 'It takes no new release until the freeze ends. Steps back go on.',
    right: 'freeze',
    about: 'remote',
    fields: ['end'],
    perform: (platform, asked) => setFrozen(platform, { ...asked, frozen: true }),
  },
  unfreeze: {
    title: 'End the freeze',
    says: 'It takes new releases again from now on.',
    right: 'freeze',
    about: 'remote',
    fields: [],
    perform: (platform, asked) => setFrozen(platform, { ...asked, frozen: false }),
  },
  'freeze-site': {
    title: 'Freeze the whole site',
    says: 'No remote takes a new release until the freeze ends. Steps back go on.',
    right: 'freeze',
    about: 'site',
    fields: ['end'],
    perform: (platform, asked) => setSiteFrozen(platform, { ...asked, frozen: true }),
  },
  'unfreeze-site': {
    title: 'End the freeze of the site',
    says: 'All remotes take new releases again, but those that are frozen by themselves.',
    right: 'freeze',
    about: 'site',
    fields: [],
    perform: (platform, asked) => setSiteFrozen(platform, { ...asked, frozen: false }),
  },
  withdraw: {
    title: 'Withdraw',
    says: 'None of its pages is served until somebody restores it. All other remotes go on. To mend one page, roll back instead.',
    right: 'activate',
    about: 'remote',
    fields: [],
    perform: (platform, asked) => setWithdrawn(platform, { ...asked, withdrawn: true }),
  },
  restore: {
    title: 'Restore',
    says: 'Its pages are served again, from the release that is live.',
    right: 'activate',
    about: 'remote',
    fields: [],
    perform: (platform, asked) => setWithdrawn(platform, { ...asked, withdrawn: false }),
  },
  undo: {
    title: 'Undo the last change',
    says: 'What the last revision changed becomes what it was before. An undo itself is not undone.',
    right: 'rollback',
    about: 'last',
    fields: [],
    perform: (platform, asked) => undoSwitch(platform, asked),
  },
} as const satisfies Record<string, RoomAct>;

export type ActName = keyof typeof roomActs;

export function actNamed(name: string): RoomAct | null {
  // Just looked up among the names.
  return Object.hasOwn(roomActs, name) ? roomActs[name as ActName] : null;
}
