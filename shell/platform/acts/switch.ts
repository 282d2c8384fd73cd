import type { Composition } from 'kit/contracts/composition';
import type { SwitchAction } from '../log/revision.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { checkFreezeEnd } from '../state/apply-switch.ts';
import { activationOf, movesOf, type SiteState, siteFreezeOf } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';
import {
  doSwitch,
  draftRevision,
  passGate,
  readSignerFor,
  readSite,
  type SwitchRequest,
  type SwitchResult,
} from './write-revision.ts';

export interface ActivateRequest extends SwitchRequest {
  id: string;
  /** `off`: failures of this release never roll it back automatically. */
  guard?: 'on' | 'off' | undefined;
}

/**
 * Makes a release live once it has passed the gate; a running canary of the remote ends. Throws a GateRefusal, a
 * RevisionTakenError when another operator was first, or another ReleaseError.
 */
export async function activateRelease(platform: ReleasePlatform, request: ActivateRequest): Promise<SwitchResult> {
  const { remote, id, rules, guard = 'on' } = request;
  const site = await readSite(platform, request.expectedRevision);
  const before = site.composition?.remotes[remote];
  const action = { type: 'activate', remote, id, ...(guard === 'off' && { guard }) } as const;
  return doSwitch(platform, site, request, action, {
    gate: (notes) => passGate(platform, site.composition, { remote, id, rules, rollback: false, notes }),
    isSo: before?.live === id && !before.canary && (before.guard ?? 'on') === guard,
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
  const { remote = '', to: wanted, several = [{ remote, to: wanted }], rules, evidence } = request;
  if (several.length === 0) throw new ReleaseError('nothing-to-do', 'A rollback names at least one remote.');
  const site = await readSite(platform, request.expectedRevision);
  const moves = await Promise.all(several.map((way) => moveOf(platform, site, way)));
  const action = { type: 'rollback' as const, moves, ...(evidence && { evidence }) };
  const releases = moves.map(({ remote, to }) => ({ remote, id: to }));
  return doSwitch(platform, site, request, action, { gate: () => passAgain(platform, site, releases, rules) });
}

/** Checks releases that were live before. Gives the duration in milliseconds. */
async function passAgain(
  platform: ReleasePlatform,
  { composition }: SiteState,
  releases: readonly { remote: string; id: string }[],
  rules: SwitchRequest['rules'],
): Promise<number> {
  let milliseconds = 0;
  for (const { remote, id } of releases) {
    milliseconds += await passGate(platform, composition, { remote, id, rules, rollback: true });
  }
  return milliseconds;
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
    return passAgain(platform, site, releasesThatComeBack(next.composition), request.rules);
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
  /** When the freeze ends by itself, ISO 8601. Without it people end the freeze. */
  until?: string | undefined;
}

/** Freezes a remote, which then takes no new release, or ends that. Rollbacks still work, so that a fault never has to stay. */
export async function setFrozen(platform: ReleasePlatform, request: SwitchRequest & Freezing): Promise<SwitchResult> {
  const { remote, frozen } = request;
  const until = frozen ? checkEnd(request.until) : undefined;
  const site = await readSite(platform, request.expectedRevision);
  const before = site.composition?.remotes[remote];
  const freeze: SwitchAction = { type: 'freeze', remote, ...(until && { until }) };
  const action = frozen ? freeze : ({ type: 'unfreeze', remote } as const);
  const isSo = (before?.frozen !== undefined) === frozen && before?.frozenUntil === until;
  return doSwitch(platform, site, request, action, { isSo });
}

/** Freezes the whole site, with remotes that it does not have yet. The key needs the right to freeze all remotes. */
export async function setSiteFrozen(
  platform: ReleasePlatform,
  request: Omit<SwitchRequest, 'remote'> & Freezing,
): Promise<SwitchResult> {
  const { frozen } = request;
  const until = frozen ? checkEnd(request.until) : undefined;
  const site = await readSite(platform, request.expectedRevision);
  const before = site.composition && siteFreezeOf(site.composition, new Date().toISOString());
  const freeze: SwitchAction = { type: 'freeze-site', ...(until && { until }) };
  const action = frozen ? freeze : ({ type: 'unfreeze-site' } as const);
  const isSo = (before !== null) === frozen && before?.until === until;
  return doSwitch(platform, site, request, action, { isSo });
}

function checkEnd(until: string | undefined): string | undefined {
  checkFreezeEnd(until, new Date().toISOString());
  return until && new Date(until).toISOString();
}

/**
 * Takes a remote off the site, or puts it back. None of its pages is served in between, and other remotes are not affected. It can
 * be switched meanwhile. The release that is live when it comes back passes the rules of a rollback first.
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
      ...(!withdrawn && !isSo && { gate: () => passAgain(platform, site, [{ remote, id }], rules) }),
    },
  );
}
