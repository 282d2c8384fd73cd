import { setTimeout as wait } from 'node:timers/promises';
import type { PlanRequest } from 'kit/contracts/canary-plan';
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
import { apply, checkRight, describeRevision, isFarInFuture, setsTime } from '../state/apply.ts';
import type { SiteState } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';

/** Who asks for an act, and the reason, both for the log. */
export interface ActRequest {
  by: string;
  reason: string;
  /** Checks everything and writes nothing. */
  dryRun?: boolean | undefined;
}

/** Builds the next revision and the state of the site after it. Throws a ReleaseError when the reducer refuses the act. */
export function draftRevision(
  state: SiteState,
  { by, reason }: ActRequest,
  action: Action,
  { signers, notBefore = 0 }: { signers: readonly Pick<Signer, 'keyId'>[]; notBefore?: number },
) {
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
  if ('refusal' in result) throw result.refusal;
  return { entry, next: result.state };
}

/** Signs a revision and appends it to the log. The compare-and-set of the append makes an act one atomic step. */
export async function writeRevision(
  { store, chain }: Pick<ReleasePlatform, 'store'> & Partial<Pick<ReleasePlatform, 'chain'>>,
  { entry }: { entry: Revision },
  signers: readonly Signer[],
): Promise<void> {
  const sign = (sha256: string) => signers.map((signer) => signHash(sha256, signer));
  // Damaged revisions are restored first, because other machines may have no copy of them.
  for (const damaged of chain?.damaged ?? []) await store.log.restore(damaged);
  try {
    await store.log.append(entry, sign);
  } catch (error) {
    if (!(error instanceof RevisionTakenError) || !chain) throw error;
    // The message describes what the other operator's act changed.
    await chain.refresh({ whole: false });
    const winner = chain.read(entry.revision);
    throw winner ? new RevisionTakenError(entry.revision, describeRevision(winner)) : error;
  }
}

/**
 * The time of the next revision: now, or the time of the revision before where this machine's clock is behind. A false time far
 * in the future is not kept when this key may correct it.
 */
function momentOf({ at, rights }: SiteState, signer: Pick<Signer, 'keyId'> | undefined): number {
  const key = signer && rightsOf(rights).keyById(signer.keyId);
  const now = Date.now();
  if (isFarInFuture(at, now) && (!key || setsTime(key))) return now;
  return Math.max(now, Date.parse(at ?? '') || 0);
}

/** How long an act waits for a server to repair the log, in milliseconds. Servers check the whole log about every five seconds. */
const repairTime = 8000;
const repairLook = 500;

type Platform = Pick<ReleasePlatform, 'store' | 'chain'>;

/** Reads the whole log and gives the rights. Throws a ReleaseError `keys` while the site has none. */
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
 * Gives the state that an act starts from. Throws while the store holds an invalid revision or has lost a valid one, because a
 * new revision could then undo somebody's act.
 *
 * @param expectedRevision the switch that the operator has seen; the act is refused when there is a newer one
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

/** Waits for a running server that restores a damaged revision, which takes a few seconds. */
async function waitForRepair({ store, chain }: Platform, refused: number): Promise<void> {
  for (let turn = 0; turn * repairLook < repairTime && chain.refused === refused; turn += 1) {
    const heartbeats = await store.readHeartbeats(store.pace.heartbeatMaxAge);
    if (!heartbeats.some((heartbeat) => heartbeat.revision >= refused)) return;
    await wait(repairLook);
    await chain.refresh({ whole: true });
  }
}

/** Reads the signer. Throws a ReleaseError `right` that says what to do when their key has not this right. */
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
 * Gives the reason why the signer of this platform may not do something, as a sentence; null when they may. Pages show buttons by
 * it. The rights may change until the act is done.
 */
export async function objectionTo(
  platform: Pick<ReleasePlatform, 'chain' | 'readSigner'>,
  right: RightAction,
  remote: string | null,
): Promise<string | null> {
  return readSignerFor(platform, right, remote).then(() => null, messageOf);
}

/** Writes an act of upkeep into the log before it is done, so that nothing is done that the log lacks. */
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
      // Another revision was written first. This one is written after it, since both are wanted.
      if (!(error instanceof RevisionTakenError)) throw error;
    }
  }
}

/** The request of a switch. Each {@link Plan} uses some parts and ignores all others. */
export interface SwitchRequest extends ActRequest {
  /** Missing or empty for several remotes and for the whole site. */
  remote?: string | undefined;
  /** The revision that the operator has seen. The switch is refused when there is a newer one. */
  expectedRevision?: number | undefined;
  rules?: readonly GateRule[] | undefined;
  /** The release to activate or to start as a canary, or the target of a rollback. */
  id?: string | undefined;
  /** The remotes of a rollback instead of one, each once, with its target release; default: the previous one. */
  several?: readonly { remote: string; to?: string | undefined }[] | undefined;
  /** The share of a canary, above 0, up to 100. With a plan it is that of the first step. */
  percent?: number | undefined;
  /** The share of the canary grows by these steps while the canary is as good as the live release. */
  plan?: PlanRequest | undefined;
  /** The automatic end of a freeze, ISO 8601; without it people end the freeze. */
  until?: string | undefined;
  /** `off`: failures of the release never roll it back automatically. */
  guard?: 'on' | 'off' | undefined;
  /** The figures that an automatic act was decided on. */
  evidence?: Composition['evidence'];
}

export interface SwitchResult {
  composition: Composition;
  /** `unchanged`: the site is in the requested state already. `checked`: a dry run that would have changed it. */
  outcome: 'changed' | 'unchanged' | 'checked';
  /** The revision that changes the site; null when nothing changes. */
  entry: Revision | null;
  /** How the gate checked, for people: `browser step: Chromium`. */
  notes: readonly string[];
  /** Duration of the gate; 0 when it was not needed. */
  gateMilliseconds: number;
}

/** What a switch does in a state of the site. */
export interface SwitchPlan {
  action: SwitchAction;
  /** The releases that visitors get by an allowed act, and how they are checked. `next` is the site after it. */
  gate?: Pick<GateQuestion, 'rules' | 'rollback'> & {
    releases: (next: Composition | null) => readonly Pick<GateQuestion, 'remote' | 'id'>[];
  };
  isUnchanged?: boolean;
  /** For an act that the reducer refuses because the site is in the requested state: the rights that it needs all the same. */
  rightsIfUnchanged?: readonly RightAction[] | undefined;
  /** The earliest time of the revision, in milliseconds since 1970. */
  notBefore?: number;
}

export type Plan = (
  request: SwitchRequest & { remote: string },
  site: SiteState,
  platform: ReleasePlatform,
) => SwitchPlan | Promise<SwitchPlan>;

const unchanged = { outcome: 'unchanged', entry: null, notes: [], gateMilliseconds: 0 } as const;

/** Does one switch. The reducer checks the act before the gate, which takes seconds, and again after it. */
export async function doSwitch(platform: ReleasePlatform, request: SwitchRequest, plan: Plan): Promise<SwitchResult> {
  const { remote = '', expectedRevision } = request;
  const site = await readSite(platform, expectedRevision);
  const planned = await plan({ ...request, remote }, site, platform);
  const { action, gate, isUnchanged = false, rightsIfUnchanged, notBefore = 0 } = planned;
  if (rightsIfUnchanged && site.composition) {
    for (const right of rightsIfUnchanged) await readSignerFor(platform, right, remote);
    return { ...unchanged, composition: site.composition };
  }
  const signer = await platform.readSigner();
  const how = { signers: [signer], notBefore };
  const { next } = draftRevision(site, request, action, how);
  const notes: string[] = [];
  let gateMilliseconds = 0;
  for (const release of gate?.releases(next.composition) ?? []) {
    const question = { rollback: false, ...gate, ...(request.rules && { rules: request.rules }), ...release, notes };
    gateMilliseconds += await passGate(platform, site.composition, question);
  }
  if (isUnchanged && site.composition) return { ...unchanged, composition: site.composition, notes, gateMilliseconds };
  const draft = draftRevision(site, request, action, how);
  if (!draft.next.composition) throw new Error('A switch makes a composition.');
  if (!request.dryRun) await writeRevision(platform, draft, [signer]);
  const outcome = request.dryRun ? 'checked' : 'changed';
  return { composition: draft.next.composition, outcome, entry: draft.entry, notes, gateMilliseconds };
}

interface GateQuestion {
  remote: string;
  id: string;
  rules?: readonly GateRule[] | undefined;
  rollback: boolean;
  notes?: string[];
}

/** Gives the duration in milliseconds. Throws a GateRefusal when the release breaks a rule that applies. */
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
