import { describePlan } from 'kit/contracts/canary-plan';
import type { Composition } from 'kit/contracts/composition';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { isAboutSite, movesOf } from '../switch/moves-of.ts';
import { recallHistory } from '../trust/read-history.ts';
import type { RightsRevision } from '../trust/rights-revision.ts';
import type { StaffChange } from './staff-change.ts';

type RemoteState = Composition['remotes'][string];

/**
 * A switch as the log tells it: with the key that signed it, null where that cannot be told, and with what it left of its
 * remote besides the live release, without the other remotes.
 */
export type SwitchEntry = Omit<Composition, 'remotes' | 'previous'> &
  Pick<RemoteState, 'guard' | 'canary' | 'frozenUntil'> & { key: string | null };
/** A change of the rights, with the key that signed it. */
export type RightsEntry = Pick<RightsRevision, 'revision' | 'at' | 'by' | 'reason' | 'action' | 'subjects'> & {
  key: string | null;
};
export type AuditEntry = SwitchEntry | RightsEntry | StaffChange;

export interface Audit {
  /** Oldest first. */
  entries: AuditEntry[];
  /** A sentence for each entry that cannot be read, or does not count. */
  damaged: string[];
}

/** Who changed what, when and why: switches, keys and rights, and removed releases in one list. */
export async function readAudit({ store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>): Promise<Audit> {
  await chain.refresh({ whole: true });
  const [switches, changes] = await Promise.all([recallHistory({ store, chain }), store.changes.readAll()]);
  const entries = [
    ...inOrder(switches.entries.map((entry) => presentSwitch(entry, chain.keyOf(entry.revision)))),
    ...inOrder(
      chain.rightsHistory.flatMap(({ revision }) =>
        revision ? [presentRights(revision, chain.rightsKeyOf(revision.revision))] : [],
      ),
    ),
    ...inOrder(changes.entries),
  ];
  entries.sort((one, other) => one.time - other.time);
  const damaged = [...switches.damaged, ...changes.damaged];
  return { entries: entries.map(({ entry }) => entry), damaged };
}

/** What an entry changed, a line for each thing. */
export function changesOf(entry: AuditEntry): string[] {
  if ('subjects' in entry) return entry.subjects;
  const { action, from, to } = entry;
  const { canary, guard, passedOver, also, undoes, siteFrozen, frozenUntil } = entry;
  const until = action === 'freeze-site' ? siteFrozen?.until : frozenUntil;
  return [
    ...(undoes ? [`takes back revision ${undoes.revision} (${undoes.action})`] : []),
    ...(movesNothing.includes(action) || from === to ? [] : [`${from ?? 'nothing'} -> ${to}`]),
    ...(also ?? []).map((move) => `${move.remote}: ${move.from ?? 'nothing'} -> ${move.to}`),
    ...(entry.byPlan ? ['its plan came to its end'] : []),
    ...(canary ? [`canary ${canary.id} for ${canary.percent} percent of the visitors`] : []),
    ...(canary?.plan && plansAnew.includes(action) ? [`plan: ${describePlan(canary.plan)}`] : []),
    ...(action.startsWith('freeze') && until ? [`until ${until}`] : []),
    ...(guard === 'off' && action !== 'canary' && action !== 'abort' ? ['automatic rollback is off'] : []),
    ...(passedOver ? [`went past ${passedOver.join(', ')}, which did not count`] : []),
  ];
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
  // Only some visitors get it; a line of its own says how many.
  'canary',
  'advance',
];
const plansAnew: readonly string[] = ['canary', 'resume'];

/** Whether an entry is about a remote; keys, and a freeze of the site, are about all of them. */
export function concerns(entry: AuditEntry, remote: string): boolean {
  if ('remote' in entry) return isAboutSite(entry) || movesOf(entry).some((move) => move.remote === remote);
  return entry.subjects.some((subject) => subject.split(/[\s:]+/).includes(remote));
}

function presentSwitch({ remotes, previous: _, ...entry }: Composition, key: string | null): SwitchEntry {
  const { guard, canary, frozenUntil } = isAboutSite(entry) ? {} : (remotes[entry.remote] ?? {});
  return { ...entry, key, ...(guard && { guard }), ...(canary && { canary }), ...(frozenUntil && { frozenUntil }) };
}

function presentRights(
  { revision, at, by, reason, action, subjects }: RightsRevision,
  key: string | null,
): RightsEntry {
  return { revision, at, by, reason, action, subjects, key };
}

/** Within one log the order of the revisions counts, whatever the clocks of two machines say. */
function inOrder<Entry extends AuditEntry>(entries: readonly Entry[]): { entry: Entry; time: number }[] {
  let latest = 0;
  return entries.map((entry) => {
    latest = Math.max(latest, Date.parse(entry.at) || 0);
    return { entry, time: latest };
  });
}
