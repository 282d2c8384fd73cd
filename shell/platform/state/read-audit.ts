import { describePlan } from 'kit/contracts/canary-plan';
import type { Composition } from 'kit/contracts/composition';
import { keyIdOfText } from '../keys/keys.ts';
import { type KeyRights, rightsOf } from '../keys/rights.ts';
import type { Action, Revision, RightsAction, UpkeepAction } from '../log/revision.ts';
import type { AppliedRevision } from './apply.ts';
import { oldNameOf } from './apply-rights.ts';
import type { ReleaseChain } from './release-chain.ts';
import { emptySite, isAboutSite, movesOf, type SiteState } from './site-state.ts';

type RemoteState = Composition['remotes'][string];

/** A switch in the log: with its signing key and the state of its own remote, without the other remotes. */
export type SwitchEntry = Omit<Composition, 'remotes'> &
  Pick<RemoteState, 'guard' | 'canary' | 'frozenUntil'> & { key: string };
/** A change of the rights or of the stored releases, with its signing key. */
type SubjectsEntry = Pick<Revision, 'revision' | 'at' | 'by' | 'reason'> & {
  action: Exclude<RightsAction['type'], 'rotate-key'> | UpkeepAction['type'];
  /** A line for each key, remote or release that it concerns. */
  subjects: string[];
  key: string;
};
export type AuditEntry = SwitchEntry | SubjectsEntry;

/**
 * Reads the audit log, oldest first: switches, changes of keys and rights, and removed releases in one list, and a sentence for each
 * revision that is invalid.
 */
export async function readAudit({ chain }: { chain: ReleaseChain }) {
  await chain.refresh({ whole: true });
  const entries = chain.applied.map((applied, index) => present(applied, chain.applied[index - 1]?.state ?? emptySite));
  return { entries, damaged: chain.problems };
}

/** Describes the changes of an entry, one line each. */
export function changesOf(entry: AuditEntry): string[] {
  if ('subjects' in entry) return entry.subjects;
  const { action, from, to } = entry;
  const { canary, guard, also, undoes, siteFrozen, frozenUntil } = entry;
  const until = action === 'freeze-site' ? siteFrozen?.until : frozenUntil;
  return [
    ...(undoes ? [`takes back revision ${undoes.revision} (${undoes.action})`] : []),
    ...(movesNothing.includes(action) || from === to ? [] : [`${from ?? 'nothing'} -> ${to}`]),
    ...(also ?? []).map((move) => `${move.remote}: ${move.from ?? 'nothing'} -> ${move.to}`),
    ...(entry.byPlan ? ['its plan came to its end'] : []),
    ...(canary ? [describeCanary(canary)] : []),
    ...(canary?.plan && plansAnew.includes(action) ? [`plan: ${describePlan(canary.plan)}`] : []),
    ...(action.startsWith('freeze') && until ? [`until ${until}`] : []),
    ...(guard === 'off' && action !== 'canary' && action !== 'abort' ? ['automatic rollback is off'] : []),
  ];
}

export function describeCanary({ id, percent }: { id: string; percent: number }): string {
  return `canary ${id} for ${percent} percent of the visitors`;
}

const movesNothing: readonly string[] = [
  'freeze',
  'unfreeze',
  'freeze-site',
  'unfreeze-site',
  'withdraw',
  'restore',
  'pause',
  'resume',
  // Only some visitors get a canary; another line names the share.
  'canary',
  'advance',
];
const plansAnew: readonly string[] = ['canary', 'resume'];

/** Whether an entry concerns a remote. Changes of keys and a freeze of the site concern all of them. */
export function concerns(entry: AuditEntry, remote: string): boolean {
  if ('remote' in entry) return isAboutSite(entry) || movesOf(entry).some((move) => move.remote === remote);
  return entry.subjects.some((subject) => subject.split(/[\s:]+/).includes(remote));
}

function present({ signed: { entry }, key, state }: AppliedRevision, before: SiteState): AuditEntry {
  const { previous: _, action, ...common } = entry;
  const { composition } = state;
  if (composition?.revision === entry.revision) return presentSwitch(composition, key);
  // Every switch has a composition, so this is another act.
  const type = (action.type === 'rotate-key' ? 'grant' : action.type) as SubjectsEntry['action'];
  return { ...common, action: type, subjects: subjectsOf(action, before), key };
}

function presentSwitch({ remotes, ...entry }: Composition, key: string): SwitchEntry {
  const { guard, canary, frozenUntil } = isAboutSite(entry) ? {} : (remotes[entry.remote] ?? {});
  return { ...entry, key, ...(guard && { guard }), ...(canary && { canary }), ...(frozenUntil && { frozenUntil }) };
}

function subjectsOf(action: Action, { rights }: SiteState): string[] {
  switch (action.type) {
    case 'found':
      return [
        `root ${keyIdOfText(action.root)}`,
        ...Object.entries(action.keys).map(([name, { publicKey }]) => `${name} ${keyIdOfText(publicKey)}`),
      ];
    case 'grant':
      return [describeKey(action.name, action)];
    case 'revoke':
      return [action.name];
    case 'rotate-key':
      return [
        `${action.name} is ${keyIdOfText(action.publicKey)} now`,
        `${rights ? oldNameOf(rights, action.name) : action.name} ended`,
      ];
    case 'rotate-root':
      return [`root is ${keyIdOfText(action.root)} now`];
    case 'budget': {
      const { remote, budget: to } = action;
      const from = rightsOf(rights).budgetOf(remote);
      return [`${remote}: registered ${from.registered} -> ${to.registered}, page ${from.page} -> ${to.page} bytes`];
    }
    case 'paths': {
      const owner = rights?.namespaces.find(({ path }) => path === action.path)?.remote;
      return [`${action.path}: ${owner ?? 'nobody'} -> ${action.remote ?? 'nobody'}`];
    }
    case 'prune':
    case 'resign':
      return action.subjects;
    default:
      return [];
  }
}

function describeKey(name: string, { remotes, actions, expires }: Omit<KeyRights, 'publicKey' | 'revoked'>): string {
  const scope = remotes === '*' ? 'all remotes' : remotes.join(', ');
  return `${name}: ${actions.join(', ')} for ${scope}${expires ? ` until ${expires}` : ''}`;
}
