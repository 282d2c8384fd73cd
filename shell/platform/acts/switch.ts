import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import { gateRules, runGate, shellGateRules } from '../gate/gate.ts';
import { GateRefusal, type GateRule } from '../gate/gate-rule.ts';
import { findLiveShell } from '../live/find-live-shell.ts';
import type { Revision, SwitchAction } from '../log/revision.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease } from '../release/release-files.ts';
import { ReleaseError } from '../release-error.ts';
import type { SiteState } from '../state/site-state.ts';
import { type ActRequest, draftRevision, writeRevision } from './write-revision.ts';

/** Who switches, and why. */
export interface SwitchRequest extends ActRequest {
  remote: string;
  /** The revision that the operator has seen; a newer one refuses the switch. */
  expectedRevision?: number | undefined;
  rules?: readonly GateRule[] | undefined;
}

export interface SwitchResult {
  composition: Composition;
  /** `unchanged`: what was asked for is so already. `checked`: a dry run that would have changed it. */
  outcome: 'changed' | 'unchanged' | 'checked';
  /** The revision that makes it so; null where nothing is changed. */
  entry: Revision | null;
  /** How the gate looked, in words: `browser step: Chromium`. */
  notes?: readonly string[];
  /** What the gate took; 0 where there was nothing to ask it. */
  gateMilliseconds: number;
}

interface SwitchSteps {
  /** Asked when the act is allowed, for releases that visitors get by it. Gives milliseconds. */
  gate?: () => Promise<number>;
  /** What is asked for is so already, and would only be said again. */
  isSo?: boolean;
  /** The act is of this moment or later, in milliseconds since 1970. */
  notBefore?: number;
}

/** Does one act of a switch: what the log refuses is refused before the gate is asked, and again after it. */
export async function doSwitch(
  platform: Pick<ReleasePlatform, 'store' | 'chain' | 'readSigner'>,
  state: SiteState,
  request: Omit<SwitchRequest, 'remote'>,
  action: SwitchAction,
  { gate, isSo = false, notBefore }: SwitchSteps = {},
): Promise<SwitchResult> {
  const signer = await platform.readSigner();
  const how = { signers: [signer], ...(notBefore !== undefined && { notBefore }) };
  draftRevision(state, request, action, how);
  const gateMilliseconds = (await gate?.()) ?? 0;
  if (isSo && state.composition) return unchanged(state.composition, gateMilliseconds);
  const draft = draftRevision(state, request, action, how);
  if (!draft.next.composition) throw new Error('A switch makes a composition.');
  if (!request.dryRun) await writeRevision(platform, draft, [signer]);
  const outcome = request.dryRun ? 'checked' : 'changed';
  return { composition: draft.next.composition, outcome, entry: draft.entry, gateMilliseconds };
}

export function unchanged(composition: Composition, gateMilliseconds = 0): SwitchResult {
  return { composition, outcome: 'unchanged', entry: null, gateMilliseconds };
}

interface GateQuestion {
  remote: string;
  id: string;
  rules?: readonly GateRule[] | undefined;
  rollback: boolean;
  notes?: string[];
}

/** Gives the milliseconds that it took. Throws a GateRefusal unless the release holds every rule that applies. */
export async function passGate(
  { store, policy, chain }: ReleasePlatform,
  composition: Composition | null,
  { remote, id, rules = remote === shellName ? shellGateRules : gateRules, rollback, notes = [] }: GateQuestion,
): Promise<number> {
  const started = performance.now();
  const release = await loadRelease(store, remote, id).catch((error: unknown) => {
    if (!(error instanceof ReleaseError) || error.code !== 'release-damaged') throw error;
    const remedy = 'Remove the damaged folder from the store and publish the release again.';
    throw new GateRefusal(`${remote} ${id}`, [{ rule: 'record', problem: error.message, remedy }]);
  });
  const applicable = rules.filter(({ onRollback }) => onRollback || !rollback);
  const shell = await findLiveShell({ store, policy, chain }, composition);
  const findings = await runGate(
    { store, policy, rights: chain.rights, isRollback: rollback, release, composition, shell, notes },
    applicable,
  );
  if (findings.length > 0) throw new GateRefusal(`${remote} ${id}`, findings, notes);
  return Math.round(performance.now() - started);
}
