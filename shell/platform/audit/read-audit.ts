import type { Composition } from 'kit/contracts/composition';
import type { BudgetRevision } from '../budgets/budget-revision.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import type { StaffChange } from './staff-change.ts';

type RemoteState = Composition['remotes'][string];

/** A switch as the log tells it: with what it left of its remote besides the live release, without the other remotes. */
export type SwitchEntry = Omit<Composition, 'remotes'> & Pick<RemoteState, 'guard' | 'canary'>;
export type BudgetEntry = Omit<BudgetRevision, 'budgets'> & { action: 'budget' };
export type AuditEntry = SwitchEntry | BudgetEntry | StaffChange;

export interface Audit {
  /** Oldest first. */
  entries: AuditEntry[];
  /** A sentence for each entry that cannot be read. */
  damaged: string[];
}

/** Who changed what, when and why: switches, budgets, keys and removed releases in one list. */
export async function readAudit(store: ReleaseStore): Promise<Audit> {
  const logs = await Promise.all([store.compositions.readAll(), store.budgets.readAll(), store.changes.readAll()]);
  const [switches, budgets, changes] = logs;
  const entries = [
    ...inOrder(switches.entries.map(presentSwitch)),
    ...inOrder(budgets.entries.map(({ budgets: _, ...entry }): BudgetEntry => ({ ...entry, action: 'budget' }))),
    ...inOrder(changes.entries),
  ];
  entries.sort((one, other) => one.time - other.time);
  return { entries: entries.map(({ entry }) => entry), damaged: logs.flatMap(({ damaged }) => damaged) };
}

/** What an entry changed, a line for each thing. */
export function changesOf(entry: AuditEntry): string[] {
  if ('subjects' in entry) return entry.subjects;
  const { action, from, to } = entry;
  if (action === 'budget') {
    return [`registered ${from.registered} -> ${to.registered}, page ${from.page} -> ${to.page} bytes`];
  }
  const { canary, guard } = entry;
  return [
    `${from ?? 'nothing'} -> ${to}`,
    ...(canary ? [`canary ${canary.id} for ${canary.percent} percent of the visitors`] : []),
    ...(guard === 'off' && action !== 'canary' && action !== 'abort' ? ['automatic rollback is off'] : []),
  ];
}

/** Whether an entry is about a remote; keys are about all of them. */
export function concerns(entry: AuditEntry, remote: string): boolean {
  if ('remote' in entry) return entry.remote === remote;
  return entry.action === 'prune' && entry.subjects.some((subject) => subject.startsWith(`${remote} `));
}

function presentSwitch({ remotes, ...entry }: Composition): SwitchEntry {
  const { guard, canary } = remotes[entry.remote] ?? {};
  return { ...entry, ...(guard && { guard }), ...(canary && { canary }) };
}

/** Within one log the order of the revisions counts, whatever the clocks of two machines say. */
function inOrder<Entry extends AuditEntry>(entries: readonly Entry[]): { entry: Entry; time: number }[] {
  let latest = 0;
  return entries.map((entry) => {
    latest = Math.max(latest, Date.parse(entry.at) || 0);
    return { entry, time: latest };
  });
}
