import type { Composition } from 'kit/contracts/composition';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { movesOf } from '../state/moves-of.ts';
import { activationOf, type SiteState } from '../state/site-state.ts';
import { checkRight } from './check-right.ts';
import { readSite } from './read-site.ts';
import { doSwitch, passGate, type SwitchRequest, type SwitchResult } from './switch.ts';
import { draftRevision } from './write-revision.ts';

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
