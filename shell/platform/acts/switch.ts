import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import { gateRules, runGate, shellGateRules } from '../gate/gate.ts';
import { GateRefusal, type GateRule } from '../gate/gate-rule.ts';
import { loadRelease } from '../log/release-files.ts';
import type { Revision, SwitchAction } from '../log/revision.ts';
import { findLiveShell } from '../serve/live-site.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { endIsPast } from '../state/apply-switch.ts';
import { activationOf, movesOf, type SiteState, siteFreezeOf } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { type ActRequest, checkRight, draftRevision, readSite, writeRevision } from './write-revision.ts';

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

export interface ActivateRequest extends SwitchRequest {
  id: string;
  /** `off`: failures of this release never roll it back automatically. */
  guard?: 'on' | 'off';
}

/**
 * Makes a release live once it has passed the gate; a running canary of the remote ends. Throws a GateRefusal, a
 * RevisionTakenError when another operator was first, or another ReleaseError.
 */
export async function activateRelease(platform: ReleasePlatform, request: ActivateRequest): Promise<SwitchResult> {
  const { remote, id, rules, guard = 'on' } = request;
  const site = await readSite(platform, request.expectedRevision);
  const before = site.composition?.remotes[remote];
  const notes: string[] = [];
  const action = { type: 'activate', remote, id, ...(guard === 'off' && { guard }) } as const;
  const result = await doSwitch(platform, site, request, action, {
    gate: () => passGate(platform, site.composition, { remote, id, rules, rollback: false, notes }),
    isSo: before?.live === id && !before.canary && (before.guard ?? 'on') === guard,
  });
  return { ...result, notes };
}

interface Way {
  remote: string;
  /** A release that was live before; the previous one when it is not given. */
  to?: string | undefined;
}

export interface RollbackRequest extends SwitchRequest, Way {
  /** What an automatic rollback was decided on. */
  evidence?: Composition['evidence'];
}

export interface RollbacksRequest extends Omit<SwitchRequest, 'remote'> {
  /** Each remote once. */
  ways: readonly Way[];
  evidence?: Composition['evidence'];
}

/** {@link rollbackReleases} of one remote. */
export function rollbackRelease(platform: ReleasePlatform, request: RollbackRequest): Promise<SwitchResult> {
  const { remote, to, ...rest } = request;
  return rollbackReleases(platform, { ...rest, ways: [{ remote, to }] });
}

/**
 * Goes back to releases that were live before, all of them in one revision or none. Each passed the whole gate then, so only
 * the rules marked for rollbacks are asked. A second rollback goes further back, never forth to what was left. Running canaries
 * of the remotes end.
 */
export async function rollbackReleases(platform: ReleasePlatform, request: RollbacksRequest): Promise<SwitchResult> {
  const { ways, rules, evidence } = request;
  if (ways.length === 0) throw new ReleaseError('nothing-to-do', 'A rollback names at least one remote.');
  const site = await readSite(platform, request.expectedRevision);
  const moves = await Promise.all(ways.map((way) => moveOf(platform, site, way)));
  const action = { type: 'rollback' as const, moves, ...(evidence && { evidence }) };
  const gate = async () => {
    let milliseconds = 0;
    for (const { remote, to } of moves) {
      milliseconds += await passGate(platform, site.composition, { remote, id: to, rules, rollback: true });
    }
    return milliseconds;
  };
  return doSwitch(platform, site, request, action, { gate });
}

/** Where one remote goes back to, and where it would go from there. Throws where there is nothing to go back to. */
async function moveOf(platform: ReleasePlatform, site: SiteState, { remote, to: wanted }: Way) {
  const before = site.composition?.remotes[remote];
  if (!before) throw new ReleaseError('nothing-to-do', `${remote} has no live release to roll back.`);
  await checkRight(platform, 'rollback', remote);
  const to = wanted ?? before.previous;
  if (!to) {
    throw new ReleaseError(
      'nothing-to-do',
      `${remote} ${before.live} has no previous release to go back to; name one by --to.`,
    );
  }
  const from = activationOf(site, remote, to)?.from ?? null;
  const isHeld = from !== null && (await platform.store.listReleases(remote)).includes(from);
  return { remote, to, previous: isHeld ? from : null };
}

/**
 * Takes the newest switch back, whatever it did. What took something back itself is not undone: so two people who undo the same
 * switch undo it once, and the second is told who was first.
 */
export async function undoSwitch(
  platform: ReleasePlatform,
  request: Omit<SwitchRequest, 'remote'>,
): Promise<SwitchResult> {
  const site = await readSite(platform, request.expectedRevision);
  const { composition } = site;
  if (!composition) throw new ReleaseError('nothing-to-do', 'Nothing was switched yet that could be undone.');
  const action = { type: 'undo', revision: composition.revision } as const;
  const gate = async () => {
    const { next } = draftRevision(site, request, action, { signers: [await platform.readSigner()] });
    let milliseconds = 0;
    for (const { remote, id } of releasesThatComeBack(next.composition)) {
      milliseconds += await passGate(platform, composition, { remote, id, rules: request.rules, rollback: true });
    }
    return milliseconds;
  };
  return doSwitch(platform, site, request, action, { gate });
}

function releasesThatComeBack(undone: Composition | null): { remote: string; id: string }[] {
  return (undone ? movesOf(undone) : []).flatMap(({ remote, from, to }) => {
    const canary = undone?.remotes[remote]?.canary;
    return [...(from === to ? [] : [{ remote, id: to }]), ...(canary ? [{ remote, id: canary.id }] : [])];
  });
}

interface Freezing {
  frozen: boolean;
  /** When a freeze is over by itself, ISO 8601; without it people end it. */
  until?: string | undefined;
}

/** Lets a remote take no new release, or ends that. Steps back go on, so that a freeze never keeps a fault on the site. */
export async function setFrozen(platform: ReleasePlatform, request: SwitchRequest & Freezing): Promise<SwitchResult> {
  const { remote, frozen } = request;
  const until = frozen ? checkEnd(request.until) : undefined;
  const site = await readSite(platform, request.expectedRevision);
  const before = site.composition?.remotes[remote];
  const action = frozen
    ? ({ type: 'freeze', remote, ...(until && { until }) } as const)
    : ({ type: 'unfreeze', remote } as const);
  const isSo = (before?.frozen !== undefined) === frozen && before?.frozenUntil === until;
  return doSwitch(platform, site, request, action, { isSo });
}

/** The same for the whole site, with remotes that it does not have yet. Takes a key with the right to freeze all remotes. */
export async function setSiteFrozen(
  platform: ReleasePlatform,
  request: Omit<SwitchRequest, 'remote'> & Freezing,
): Promise<SwitchResult> {
  const { frozen } = request;
  const until = frozen ? checkEnd(request.until) : undefined;
  const site = await readSite(platform, request.expectedRevision);
  const before = site.composition && siteFreezeOf(site.composition, new Date().toISOString());
  const action = frozen
    ? ({ type: 'freeze-site', ...(until && { until }) } as const)
    : ({ type: 'unfreeze-site' } as const);
  const isSo = (before !== null) === frozen && before?.until === until;
  return doSwitch(platform, site, request, action, { isSo });
}

function checkEnd(until: string | undefined): string | undefined {
  if (until === undefined) return undefined;
  const end = Date.parse(until);
  if (end > Date.now()) return new Date(end).toISOString();
  throw new ReleaseError('bad-name', endIsPast(until));
}

/**
 * Takes a remote off the site, or puts it back: none of its pages is served in between, and no other remote is touched. It may
 * be switched meanwhile; what is live then is what comes back. Who restores it has the release pass the rules of a rollback.
 */
export async function setWithdrawn(
  platform: ReleasePlatform,
  request: SwitchRequest & { withdrawn: boolean },
): Promise<SwitchResult> {
  const { remote, withdrawn, rules } = request;
  const site = await readSite(platform, request.expectedRevision);
  const before = site.composition?.remotes[remote];
  const isSo = (before?.withdrawn !== undefined) === withdrawn;
  const id = before?.live ?? '';
  return doSwitch(
    platform,
    site,
    request,
    { type: withdrawn ? 'withdraw' : 'restore', remote },
    {
      isSo,
      ...(!withdrawn &&
        !isSo && { gate: () => passGate(platform, site.composition, { remote, id, rules, rollback: true }) }),
    },
  );
}
