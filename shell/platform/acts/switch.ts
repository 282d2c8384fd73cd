import type { Composition } from 'kit/contracts/composition';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { checkRight } from '../state/apply.ts';
import { checkFreezeEnd } from '../state/apply-switch.ts';
import { activationOf, movesOf, type SiteState, siteFreezeOf } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';
import type { Plan, SwitchRequest } from './write-revision.ts';

/** Makes a release live once it has passed the gate; a running canary of the remote ends. */
export const activate: Plan = ({ remote, id = '', guard = 'on' }, { composition }) => {
  const before = composition?.remotes[remote];
  return {
    action: { type: 'activate', remote, id, ...(guard === 'off' && { guard }) },
    gate: { releases: () => [{ remote, id }], rollback: false },
    isUnchanged: before?.live === id && !before.canary && (before.guard ?? 'on') === guard,
  };
};

/**
 * Rolls remotes back to releases that were live before, all in one revision or none. Each release passed the whole gate then, so
 * only the rules marked for rollbacks are checked. A second rollback goes further back, never to the release that was left.
 * Running canaries of the remotes end.
 */
export const rollBack: Plan = async ({ remote, id, several: given, evidence }, site, platform) => {
  const several = given ?? (remote ? [{ remote, to: id }] : []);
  if (several.length === 0) throw new ReleaseError('nothing-to-do', 'A rollback names at least one remote.');
  const moves = await Promise.all(several.map((way) => moveOf(platform, site, way)));
  const releases = () => moves.map((move) => ({ remote: move.remote, id: move.to }));
  return { action: { type: 'rollback', moves, ...(evidence && { evidence }) }, gate: { releases, rollback: true } };
};

type Way = NonNullable<SwitchRequest['several']>[number];

/** The release that one remote goes back to, and the one before that. Throws when there is none to go back to. */
async function moveOf({ store, readSigner }: ReleasePlatform, site: SiteState, { remote, to: wanted }: Way) {
  const before = site.composition?.remotes[remote];
  if (!before) throw new ReleaseError('nothing-to-do', `${remote} has no live release to roll back.`);
  checkRight(site, (await readSigner()).keyId, { right: 'rollback', remote, at: new Date().toISOString() });
  const to = wanted || before.previous;
  if (!to) {
    throw new ReleaseError(
      'nothing-to-do',
      `${remote} ${before.live} has no previous release to go back to; name one by --to.`,
    );
  }
  const from = activationOf(site, remote, to)?.from ?? null;
  const isHeld = from !== null && (await store.listReleases(remote)).includes(from);
  return { remote, to, previous: isHeld ? from : null };
}

/**
 * Takes the newest switch back. An undo cannot be undone, so that two people who undo the same switch undo it once: the second
 * is told who was first.
 */
export const undo: Plan = (_request, { composition }) => ({
  action: { type: 'undo', revision: composition?.revision ?? 0 },
  gate: { releases: releasesThatComeBack, rollback: true },
});

function releasesThatComeBack(undone: Composition | null): { remote: string; id: string }[] {
  return (undone ? movesOf(undone) : []).flatMap(({ remote, from, to }) => {
    const canary = undone?.remotes[remote]?.canary;
    return [...(from === to ? [] : [{ remote, id: to }]), ...(canary ? [{ remote, id: canary.id }] : [])];
  });
}

/** Freezes a remote, which then takes no new release. Rollbacks still work, so that a fault never has to stay. */
export const freeze: Plan = ({ remote, until: end }, { composition }) => {
  const until = checkEnd(end);
  const before = composition?.remotes[remote];
  return {
    action: { type: 'freeze', remote, ...(until && { until }) },
    isUnchanged: before?.frozen !== undefined && before.frozenUntil === until,
  };
};

export const unfreeze: Plan = ({ remote }, { composition }) => ({
  action: { type: 'unfreeze', remote },
  isUnchanged: composition?.remotes[remote]?.frozen === undefined,
});

/** Freezes the whole site, with remotes that it does not have yet. The key needs the right to freeze all remotes. */
export const freezeSite: Plan = ({ until: end }, site) => {
  const until = checkEnd(end);
  const before = siteFreezeNow(site);
  return {
    action: { type: 'freeze-site', ...(until && { until }) },
    isUnchanged: before !== null && before.until === until,
  };
};

export const unfreezeSite: Plan = (_request, site) => ({
  action: { type: 'unfreeze-site' },
  isUnchanged: siteFreezeNow(site) === null,
});

function siteFreezeNow({ composition }: SiteState) {
  return composition && siteFreezeOf(composition, new Date().toISOString());
}

function checkEnd(until: string | undefined): string | undefined {
  checkFreezeEnd(until, new Date().toISOString());
  return until && new Date(until).toISOString();
}

/** Takes a remote off the site. None of its pages is served until it is restored, and other remotes are not affected. */
export const withdraw: Plan = ({ remote }, { composition }) => ({
  action: { type: 'withdraw', remote },
  isUnchanged: composition?.remotes[remote]?.withdrawn !== undefined,
});

/** Puts a withdrawn remote back. The release that is live then passes the rules of a rollback first. */
export const restore: Plan = ({ remote }, { composition }) => {
  const { live = '', withdrawn } = composition?.remotes[remote] ?? {};
  const releases = () => (withdrawn ? [{ remote, id: live }] : []);
  return {
    action: { type: 'restore', remote },
    isUnchanged: withdrawn === undefined,
    gate: { releases, rollback: true },
  };
};
