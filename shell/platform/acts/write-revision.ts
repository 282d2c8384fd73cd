import { setTimeout as wait } from 'node:timers/promises';
import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import { messageOf } from 'kit/server/text';
import { gateRules, shellGateRules } from '../gate/gate.ts';
import { GateRefusal, type GateRule, runGate } from '../gate/gate-rule.ts';
import { type Signer, signHash } from '../keys/keys.ts';
import { type RightAction, type Rights, rightsOf } from '../keys/rights.ts';
import { loadRelease } from '../log/release-files.ts';
import {
  type Action,
  digest,
  type Revision,
  RevisionTakenError,
  type SwitchAction,
  type UpkeepAction,
} from '../log/revision.ts';
import { findLiveShell } from '../serve/live-site.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { apply, checkRight, describeRevision, isMadeUp, setsTime } from '../state/apply.ts';
import type { SiteState } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';

/** Who acts, and why. */
export interface ActRequest {
  by: string;
  reason: string;
  /** Checks everything and writes nothing. */
  dryRun?: boolean | undefined;
}

interface Draft {
  entry: Revision;
  /** The site after it. */
  next: SiteState;
}

/** The next revision, with what it would make of the site. Throws a ReleaseError where the site refuses it. */
export function draftRevision(
  state: SiteState,
  { by, reason }: ActRequest,
  action: Action,
  { signers, notBefore = 0 }: { signers: readonly Pick<Signer, 'keyId'>[]; notBefore?: number },
): Draft {
  if (state.rights === null && action.type !== 'found') {
    throw new ReleaseError(
      'keys',
      'This site has no rights yet: npm run release -- keys found, or npm start, makes them.',
    );
  }
  const at = new Date(Math.max(momentOf(state, signers[0]), notBefore)).toISOString();
  const entry: Revision = { revision: state.revision + 1, previous: state.sha256, at, by, reason, action };
  const keyIds = signers.map(({ keyId }) => keyId);
  const result = apply(state, { entry, sha256: digest(entry) }, keyIds);
  if ('refusal' in result) throw new ReleaseError(result.refusal.code, result.refusal.sentence);
  return { entry, next: result.state };
}

/** Signs and adds a revision: the compare-and-set that makes an act one atomic step. */
export async function writeRevision(
  { store, chain }: Pick<ReleasePlatform, 'store'> & Partial<Pick<ReleasePlatform, 'chain'>>,
  { entry }: Pick<Draft, 'entry'>,
  signers: readonly Signer[],
): Promise<void> {
  const sign = (sha256: string) => signers.map((signer) => signHash(sha256, signer));
  // Whoever goes on from a revision leaves no damaged one below it: others have no copy.
  for (const damaged of chain?.damaged ?? []) await store.log.restore(damaged);
  try {
    await store.log.append(entry, sign);
  } catch (error) {
    if (!(error instanceof RevisionTakenError) || !chain) throw error;
    // What the winner's act made of the site says more than the act.
    await chain.refresh({ whole: false });
    const winner = chain.read(entry.revision);
    throw winner ? new RevisionTakenError(entry.revision, describeRevision(winner)) : error;
  }
}

/**
 * Now; of a machine whose clock is behind that of whoever acted before, the moment of that, unless somebody made that up and
 * this key puts it right.
 */
function momentOf({ at, rights }: SiteState, signer: Pick<Signer, 'keyId'> | undefined): number {
  const key = signer && rightsOf(rights).keyById(signer.keyId);
  const now = Date.now();
  if (isMadeUp(at, now) && (!key || setsTime(key))) return now;
  return Math.max(now, Date.parse(at ?? '') || 0);
}

/** Servers look at everything about every five seconds, in milliseconds. */
const repairTime = 8000;
const repairLook = 500;

type Platform = Pick<ReleasePlatform, 'store' | 'chain'>;

/** Reads what counts now, whole. Throws a ReleaseError `keys` where nobody has rights yet. */
export async function readRights({ chain, store }: Platform): Promise<Rights> {
  await chain.refresh({ whole: true });
  if (chain.rights.content) return chain.rights;
  throw new ReleaseError(
    'keys',
    chain.problems[0] ??
      `The store ${store.place} has no rights yet: npm run release -- keys found, or npm start, makes them.`,
  );
}

/**
 * The site that an act starts from. While the store holds what does not count, or has lost what does, nothing is written: that
 * may undo somebody's act.
 *
 * @param expectedRevision the switch that the operator has seen; a newer one refuses the act
 */
export async function readSite(platform: Platform, expectedRevision?: number): Promise<SiteState> {
  const { chain } = platform;
  await chain.refresh({ whole: true });
  if (chain.refused !== null) await waitForRepair(platform, chain.refused);
  if (chain.blocked) throw new ReleaseError('revision-refused', `${chain.blocked} Nothing was changed.`);
  const { composition } = chain.state;
  const revision = composition?.revision ?? 0;
  if (expectedRevision !== undefined && revision !== expectedRevision) {
    throw new RevisionTakenError(
      revision,
      composition ? describeRevision(composition) : 'the store holds no composition',
    );
  }
  return chain.state;
}

/** A running server that has a damaged revision in effect puts it back within a few seconds. */
async function waitForRepair({ store, chain }: Platform, refused: number): Promise<void> {
  for (let turn = 0; turn * repairLook < repairTime && chain.refused === refused; turn += 1) {
    const heads = await store.readHeads(store.pace.headsCountFor);
    if (!heads.some((head) => head.revision >= refused)) return;
    await wait(repairLook);
    await chain.refresh({ whole: true });
  }
}

/** Gives who signs, unless their key has no right to. Throws a ReleaseError `right` with who may. */
export async function readSignerFor(
  { chain, readSigner }: Pick<ReleasePlatform, 'chain' | 'readSigner'>,
  right: RightAction,
  remote: string | null,
): Promise<Signer> {
  const signer = await readSigner();
  checkRight(chain.state, signer.keyId, { right, remote, at: new Date().toISOString() });
  return signer;
}

/**
 * Why whoever signs here may not do something, as a sentence; null when they may: what buttons are shown by. Asks what counts
 * now, and promises nothing of what counts when it is done.
 */
export async function objectionTo(
  platform: Pick<ReleasePlatform, 'chain' | 'readSigner'>,
  right: RightAction,
  remote: string | null,
): Promise<string | null> {
  return readSignerFor(platform, right, remote).then(() => null, messageOf);
}

/** Writes what is done to releases into the log, before it is done: what was done can never be missing there. */
export async function recordUpkeep(
  platform: Pick<ReleasePlatform, 'store' | 'chain'>,
  signer: Signer,
  request: ActRequest,
  action: UpkeepAction,
): Promise<void> {
  for (;;) {
    const draft = draftRevision(await readSite(platform), request, action, { signers: [signer] });
    try {
      await writeRevision(platform, draft, [signer]);
      return;
    } catch (error) {
      // Somebody else's line came first; both are wanted.
      if (!(error instanceof RevisionTakenError)) throw error;
    }
  }
}

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
  notes: readonly string[];
  /** What the gate took; 0 where there was nothing to ask it. */
  gateMilliseconds: number;
}

interface SwitchSteps {
  /** Asked when the act is allowed, for releases that visitors get by it. Gives milliseconds. Takes notes on how it looked. */
  gate?: (notes: string[]) => Promise<number>;
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
  const notes: string[] = [];
  const gateMilliseconds = (await gate?.(notes)) ?? 0;
  if (isSo && state.composition) return { ...unchanged(state.composition), notes, gateMilliseconds };
  const draft = draftRevision(state, request, action, how);
  if (!draft.next.composition) throw new Error('A switch makes a composition.');
  if (!request.dryRun) await writeRevision(platform, draft, [signer]);
  const outcome = request.dryRun ? 'checked' : 'changed';
  return { composition: draft.next.composition, outcome, entry: draft.entry, notes, gateMilliseconds };
}

export function unchanged(composition: Composition): SwitchResult {
  return { composition, outcome: 'unchanged', entry: null, notes: [], gateMilliseconds: 0 };
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
  { store, policy, chain, createPool }: ReleasePlatform,
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
    { store, policy, createPool, rights: chain.rights, isRollback: rollback, release, composition, shell, notes },
    applicable,
  );
  if (findings.length > 0) throw new GateRefusal(`${remote} ${id}`, findings, notes);
  return Math.round(performance.now() - started);
}
