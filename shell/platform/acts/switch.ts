import type { Composition } from 'kit/contracts/composition';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { checkFreezeEnd } from '../state/apply-switch.ts';
import { activationOf, movesOf, type SiteState, siteFreezeOf } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { doSwitch, readSignerFor, type SwitchRequest, type SwitchResult } from './write-revision.ts';

export interface ActivateRequest extends SwitchRequest {
  id: string;
  /** `off`: failures of this release never roll it back automatically. */
  guard?: 'on' | 'off' | undefined;
}

/**
 * Makes a release live once it has passed the gate; a running canary of the remote ends. Throws a GateRefusal, a
 * RevisionTakenError when another operator was first, or another ReleaseError.
 */
export function activateRelease(platform: ReleasePlatform, request: ActivateRequest): Promise<SwitchResult> {
  const { remote, id, guard = 'on' } = request;
  return doSwitch(platform, request, (site) => {
    const before = site.composition?.remotes[remote];
    return {
      action: { type: 'activate', remote, id, ...(guard === 'off' && { guard }) },
      gate: { releases: () => [{ remote, id }], rollback: false },
      isUnchanged: before?.live === id && !before.canary && (before.guard ?? 'on') === guard,
    };
  });
}

interface Way {
  remote: string;
  /** A release that was live before. The default is the previous one. */
  to?: string | undefined;
}

export interface RollbackRequest extends Omit<SwitchRequest, 'remote'>, Partial<Way> {
  /** Several remotes instead of one. Each is named once. */
  several?: readonly Way[] | undefined;
  evidence?: Composition['evidence'];
}

/**
 * Rolls remotes back to releases that were live before, all in one revision or none. Each release passed the whole gate then, so
 * only the rules marked for rollbacks are checked. A second rollback goes further back, never to the release that was left.
 * Running canaries of the remotes end.
 */
export async function rollbackRelease(platform: ReleasePlatform, request: RollbackRequest): Promise<SwitchResult> {
  const { remote = '', to: wanted, several = [{ remote, to: wanted }], evidence } = request;
  if (several.length === 0) throw new ReleaseError('nothing-to-do', 'A rollback names at least one remote.');
  return doSwitch(platform, request, async (site) => {
    const moves = await Promise.all(several.map((way) => moveOf(platform, site, way)));
    const releases = () => moves.map((move) => ({ remote: move.remote, id: move.to }));
    return { action: { type: 'rollback', moves, ...(evidence && { evidence }) }, gate: { releases, rollback: true } };
  });
}

/** The release that one remote goes back to, and the one before that. Throws when there is none to go back to. */
async function moveOf(platform: ReleasePlatform, site: SiteState, { remote, to: wanted }: Way) {
  const before = site.composition?.remotes[remote];
  if (!before) throw new ReleaseError('nothing-to-do', `${remote} has no live release to roll back.`);
  await readSignerFor(platform, 'rollback', remote);
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
 * Takes the newest switch back. An undo cannot be undone, so that two people who undo the same switch undo it once: the second
 * is told who was first.
 */
export function undoSwitch(platform: ReleasePlatform, request: Omit<SwitchRequest, 'remote'>): Promise<SwitchResult> {
  return doSwitch(platform, request, ({ composition }) => {
    if (!composition) throw new ReleaseError('nothing-to-do', 'Nothing was switched yet that could be undone.');
    return {
      action: { type: 'undo', revision: composition.revision },
      gate: { releases: releasesThatComeBack, rollback: true },
    };
  });
}

function releasesThatComeBack(undone: Composition | null): { remote: string; id: string }[] {
  return (undone ? movesOf(undone) : []).flatMap(({ remote, from, to }) => {
    const canary = undone?.remotes[remote]?.canary;
    return [...(from === to ? [] : [{ remote, id: to }]), ...(canary ? [{ remote, id: canary.id }] : [])];
  });
}

interface Freezing {
  frozen: boolean;
  /** When the freeze ends by itself, ISO 8601. Without it people end the freeze. */
  until?: string | undefined;
}

/** Freezes a remote, which then takes no new release, or ends that. Rollbacks still work, so that a fault never has to stay. */
export async function setFrozen(platform: ReleasePlatform, request: SwitchRequest & Freezing): Promise<SwitchResult> {
  const { remote, frozen } = request;
  const until = frozen ? checkEnd(request.until) : undefined;
  return doSwitch(platform, request, (site) => {
    const before = site.composition?.remotes[remote];
    return {
      action: frozen ? { type: 'freeze', remote, ...(until && { until }) } : { type: 'unfreeze', remote },
      isUnchanged: (before?.frozen !== undefined) === frozen && before?.frozenUntil === until,
    };
  });
}

/** Freezes the whole site, with remotes that it does not have yet. The key needs the right to freeze all remotes. */
export async function setSiteFrozen(
  platform: ReleasePlatform,
  request: Omit<SwitchRequest, 'remote'> & Freezing,
): Promise<SwitchResult> {
  const { frozen } = request;
  const until = frozen ? checkEnd(request.until) : undefined;
  return doSwitch(platform, request, (site) => {
    const before = site.composition && siteFreezeOf(site.composition, new Date().toISOString());
    return {
      action: frozen ? { type: 'freeze-site', ...(until && { until }) } : { type: 'unfreeze-site' },
      isUnchanged: (before !== null) === frozen && before?.until === until,
    };
  });
}

function checkEnd(until: string | undefined): string | undefined {
  checkFreezeEnd(until, new Date().toISOString());
  return until && new Date(until).toISOString();
}

/**
 * Takes a remote off the site, or puts it back. None of its pages is served in between, and other remotes are not affected. It can
 * be switched meanwhile. The release that is live when it comes back passes the rules of a rollback first.
 */
export function setWithdrawn(
  platform: ReleasePlatform,
  request: SwitchRequest & { withdrawn: boolean },
): Promise<SwitchResult> {
  const { remote, withdrawn } = request;
  return doSwitch(platform, request, (site) => {
    const before = site.composition?.remotes[remote];
    const isUnchanged = (before?.withdrawn !== undefined) === withdrawn;
    const releases = () => (withdrawn || isUnchanged ? [] : [{ remote, id: before?.live ?? '' }]);
    return {
      action: { type: withdrawn ? 'withdraw' : 'restore', remote },
      isUnchanged,
      gate: { releases, rollback: true },
    };
  });
}
