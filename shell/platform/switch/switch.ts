import type { Composition } from 'kit/contracts/composition';
import { gateRules, runGate } from '../gate/gate.ts';
import { GateRefusal } from '../gate/gate-refusal.ts';
import type { GateRule } from '../gate/gate-rule.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease } from '../release/release-files.ts';
import { ReleaseError } from '../release-error.ts';
import { describeRevision } from '../store/describe-revision.ts';
import type { CurrentRevision, ReleaseStore } from '../store/release-store.ts';
import { RevisionTakenError } from '../store/revision-taken-error.ts';

type RemoteState = Composition['remotes'][string];

/** Who switches, and why. */
export interface SwitchRequest {
  remote: string;
  by: string;
  reason: string;
  /** Checks everything and writes nothing. */
  dryRun?: boolean;
  /** The revision that the operator has seen; a newer one refuses the switch. */
  expectedRevision?: number;
  rules?: readonly GateRule[];
}

export interface SwitchResult {
  composition: Composition;
  /** `unchanged`: what was asked for is so already. `checked`: a dry run that would have changed it. */
  outcome: 'changed' | 'unchanged' | 'checked';
  /** How the gate looked, in words: `browser step: Chromium`. */
  notes?: readonly string[];
  /** What the gate took; 0 where there was nothing to ask it. */
  gateMilliseconds: number;
}

type Change = Pick<Composition, 'action' | 'from' | 'to' | 'evidence'> & {
  state: RemoteState;
  gateMilliseconds: number;
};

/** The composition that a switch starts from. Damaged revisions above it are passed over, never taken. */
export async function readForSwitch(
  store: ReleaseStore,
  { expectedRevision }: SwitchRequest,
): Promise<CurrentRevision<Composition>> {
  const reading = await store.compositions.readCurrent();
  const revision = reading.current?.revision ?? 0;
  if (expectedRevision !== undefined && revision !== expectedRevision) {
    const winner = reading.current ? describeRevision(reading.current) : 'the store holds no composition';
    throw new RevisionTakenError(revision, winner);
  }
  return reading;
}

/** Gives the milliseconds that it took. Throws a GateRefusal unless the release holds every rule that applies. */
export async function passGate(
  { store, policy }: ReleasePlatform,
  composition: Composition | null,
  {
    remote,
    id,
    rules = gateRules,
    rollback,
    notes,
  }: { remote: string; id: string; rules?: readonly GateRule[] | undefined; rollback: boolean; notes?: string[] },
): Promise<number> {
  const started = performance.now();
  const release = await loadRelease(store, remote, id).catch((error: unknown) => {
    if (!(error instanceof ReleaseError) || error.code !== 'release-damaged') throw error;
    const remedy = 'Remove the damaged folder from the store and publish the release again.';
    throw new GateRefusal(`${remote} ${id}`, [{ rule: 'record', problem: error.message, remedy }]);
  });
  const applicable = rules.filter(({ onRollback }) => onRollback || !rollback);
  const findings = await runGate({ store, policy, release, composition, notes }, applicable);
  if (findings.length > 0) throw new GateRefusal(`${remote} ${id}`, findings);
  return Math.round(performance.now() - started);
}

/** Writes the next revision: the compare-and-set that makes a switch one atomic step. */
export async function writeSwitch(
  store: ReleaseStore,
  { current, lastRevision }: CurrentRevision<Composition>,
  { remote, by, reason, dryRun }: SwitchRequest,
  { state, gateMilliseconds, ...change }: Change,
): Promise<SwitchResult> {
  const composition: Composition = {
    revision: lastRevision + 1,
    at: new Date().toISOString(),
    by,
    ...change,
    remote,
    reason,
    remotes: { ...current?.remotes, [remote]: state },
  };
  if (!dryRun) await store.compositions.append(composition);
  return { composition, outcome: dryRun ? 'checked' : 'changed', gateMilliseconds };
}
