import { setTimeout as wait } from 'node:timers/promises';
import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import { gateRules, runGate, shellGateRules } from '../gate/gate.ts';
import type { GateRule } from '../gate/gate-rule.ts';
import { GateRefusal } from '../gate/gate-rule.ts';
import type { Signer } from '../keys/signer.ts';
import { findLiveShell } from '../live/find-live-shell.ts';
import { describeRevision } from '../log/describe-revision.ts';
import { compositionsKind } from '../log/revision-kinds.ts';
import { RevisionTakenError } from '../log/revision-taken-error.ts';
import { parseEntry } from '../log/revision-text.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease } from '../release/release-files.ts';
import { ReleaseError } from '../release-error.ts';
import type { ReleaseChain } from '../trust/release-chain.ts';
import { signHash } from '../trust/signed-entry.ts';
import { isMadeUp, madeUpTimeProblem, setsTime } from '../trust/time-problem.ts';
import { freezeOf } from './frozen.ts';

/** Servers look at everything about every five seconds, in milliseconds. */
const repairTime = 8000;
const repairLook = 500;

type RemoteState = Composition['remotes'][string];

/** Who switches, and why. */
export interface SwitchRequest {
  remote: string;
  by: string;
  reason: string;
  /** Checks everything and writes nothing. */
  dryRun?: boolean;
  /** The revision that the operator has seen; a newer one refuses the switch. */
  expectedRevision?: number | undefined;
  /** The highest revision of the store, if that does not count and the operator has seen so: the switch goes past it. */
  passOver?: number | undefined;
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

type Change = Pick<Composition, 'action' | 'from' | 'to' | 'evidence' | 'also' | 'undoes' | 'byPlan'> & {
  state: RemoteState;
  /** Of the remotes that the same revision changes besides. */
  others?: Composition['remotes'];
  /** The freeze of the site from here on: null ends it; it stays as it is when nothing is said of it. */
  siteFrozen?: Composition['siteFrozen'] | null;
  /** The moment that the revision is of; now unless it is said. */
  at?: string;
  gateMilliseconds: number;
  signer: Signer;
};

/** What a switch starts from. */
export interface Reading {
  current: Composition | null;
  /** The hash of its entry. */
  sha256: string | null;
  /** Of the next revision. */
  next: number;
}

/**
 * The composition that a switch starts from. While the store holds higher revisions that do not count, nothing is switched:
 * one of them may have been somebody's, and be damaged since; whoever has seen that names the highest by `passOver`. Where
 * running servers say that none of them ever had it in effect, the switch goes past it by itself.
 */
export async function readForSwitch(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  { expectedRevision, passOver }: Pick<SwitchRequest, 'expectedRevision' | 'passOver'>,
): Promise<Reading> {
  await chain.refresh({ whole: true });
  if (isBlocked(chain) && !chain.rights.revision) throw new ReleaseError('keys', chain.problems[0] ?? '');
  if (isBlocked(chain) && passOver !== chain.lastRevision) await findWayPast({ store, chain });
  const current = chain.current?.composition ?? null;
  const revision = current?.revision ?? 0;
  if (expectedRevision !== undefined && revision !== expectedRevision) {
    throw new RevisionTakenError(revision, current ? describeRevision(current) : 'the store holds no composition');
  }
  return { current, sha256: chain.current?.sha256 ?? null, next: chain.lastRevision + 1 };
}

function isBlocked({ current, lastRevision }: ReleaseChain): boolean {
  return lastRevision > (current?.composition.revision ?? 0);
}

/**
 * Running servers know what was in effect: a damaged revision that one of them has is put back by it, within a few seconds;
 * one that none ever had can be gone past. Throws where nobody knows.
 */
async function findWayPast({ store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>): Promise<void> {
  for (let turn = 0; turn * repairLook < repairTime; turn += 1) {
    const heads = await store.readHeads(store.pace.headsCountFor);
    const revision = chain.current?.composition.revision ?? 0;
    if (heads.length > 0 && heads.every((head) => head.revision <= revision)) return;
    if (heads.length === 0) break;
    await wait(repairLook);
    await chain.refresh({ whole: true });
    if (!isBlocked(chain)) return;
  }
  const [problem = ''] = chain.problems;
  throw new ReleaseError(
    'revision-refused',
    `${problem} Nothing was switched, since that may undo somebody's switch. Put the file back, or go past it with --pass-over ${chain.lastRevision}.`,
  );
}

/** A frozen remote takes no new release; steps back go on. */
export function checkNotFrozen({ current }: Pick<Reading, 'current'>, remote: string): void {
  const freeze = current && freezeOf(current, remote, new Date().toISOString());
  if (!freeze) return;
  const { since, until, reason, isOfSite } = freeze;
  const end = until ? ` until ${until}` : '';
  const why = reason ? ` ("${reason}")` : '';
  const remedy = isOfSite ? 'unfreeze --site' : `unfreeze ${remote}`;
  throw new ReleaseError(
    'frozen',
    `${isOfSite ? 'The site' : remote} is frozen since ${since}${end}${why}: "npm run release -- ${remedy}" ends that.`,
  );
}

/** Gives the milliseconds that it took. Throws a GateRefusal unless the release holds every rule that applies. */
export async function passGate(
  { store, policy, chain }: ReleasePlatform,
  composition: Composition | null,
  {
    remote,
    id,
    rules = remote === shellName ? shellGateRules : gateRules,
    rollback,
    notes = [],
  }: { remote: string; id: string; rules?: readonly GateRule[] | undefined; rollback: boolean; notes?: string[] },
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

/** Now; of a machine whose clock is behind that of whoever switched before, the moment of that. */
export function notBefore(at: string | undefined): string {
  return new Date(Math.max(Date.now(), Date.parse(at ?? '') || 0)).toISOString();
}

/** The same, but for whoever puts a time right that somebody made up. */
function momentOf({ chain }: Pick<ReleasePlatform, 'chain'>, { keyId }: Signer, before: string | undefined): string {
  const key = chain.rights.keyById(keyId);
  return notBefore(key && setsTime(key) && isMadeUp(before, Date.now()) ? undefined : before);
}

/** Writes the next revision, signed: the compare-and-set that makes a switch one atomic step. */
export async function writeSwitch(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  { current, sha256, next }: Reading,
  { remote, by, reason, dryRun }: SwitchRequest,
  { state, others, siteFrozen = current?.siteFrozen, at, gateMilliseconds, signer, ...change }: Change,
): Promise<SwitchResult> {
  const last = current?.revision ?? 0;
  const passedOver = Array.from({ length: next - last - 1 }, (_, index) => last + 1 + index);
  if (passedOver.length > 0 && !chain.rights.isForAll(signer.keyId)) {
    const keys = 'a key that may activate every remote';
    throw new ReleaseError('right', `${chain.problems[0]} To go past it takes ${keys}: ask who has one.`);
  }
  const composition: Composition = {
    revision: next,
    at: at ?? momentOf({ chain }, signer, current?.at),
    by,
    ...change,
    remote,
    reason,
    previous: current && sha256 !== null ? { revision: last, sha256 } : null,
    ...(passedOver.length > 0 && { passedOver }),
    ...(siteFrozen && { siteFrozen }),
    remotes: { ...current?.remotes, [remote]: state, ...others },
  };
  if (!dryRun) {
    // Somebody who was first is told by the number that is taken.
    if ((chain.current?.sha256 ?? null) === sha256) checkThatItCounts(chain, composition, signer);
    await store.compositions.append(composition, (hash) => [signHash('composition', hash, signer)]);
  }
  return { composition, outcome: dryRun ? 'checked' : 'changed', gateMilliseconds };
}

/** A revision that no server takes would only be in the way of everybody's next switch. */
function checkThatItCounts(chain: ReleaseChain, composition: Composition, signer: Signer): void {
  const text = JSON.stringify(composition);
  const unsigned = parseEntry(compositionsKind.schema, text, []);
  const signatures = [signHash('composition', unsigned.sha256, signer)];
  const objection = chain.objectionTo({ ...unsigned, signatures });
  if (objection === null) return;
  const because = madeUpTimeProblem(chain.current, Date.now());
  throw new ReleaseError(
    'revision-refused',
    `Nothing was switched, since no server would let it count: ${objection}.${because ? ` ${because}` : ''}`,
  );
}
