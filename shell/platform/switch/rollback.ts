import type { Composition } from 'kit/contracts/composition';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { checkRight } from '../trust/check-right.ts';
import type { Move } from './moves-of.ts';
import { passGate, readForSwitch, type SwitchRequest, type SwitchResult, writeSwitch } from './switch.ts';

type RemoteState = Composition['remotes'][string];

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
  const names = ways.map(({ remote }) => remote);
  const [first] = ways;
  if (!first) throw new ReleaseError('nothing-to-do', 'A rollback names at least one remote.');
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) throw new ReleaseError('bad-name', `${twice} is named twice: name each remote once.`);
  const reading = await readForSwitch(platform, request);
  let gateMilliseconds = 0;
  let signer = null;
  const steps: (Move & { state: RemoteState })[] = [];
  for (const way of ways) {
    const { remote } = way;
    const before = reading.current?.remotes[remote];
    if (!before) throw new ReleaseError('nothing-to-do', `${remote} has no live release to roll back.`);
    signer = await checkRight(platform, 'rollback', remote);
    steps.push(await stepBack(platform, before, way));
  }
  for (const { remote, to } of steps) {
    gateMilliseconds += await passGate(platform, reading.current, { remote, id: to, rules, rollback: true });
  }
  const [step, ...others] = steps;
  if (!step || !signer) throw new ReleaseError('nothing-to-do', 'A rollback names at least one remote.');
  const { remote, from, to, state } = step;
  return writeSwitch(
    platform,
    reading,
    { ...request, remote },
    {
      action: 'rollback',
      from,
      to,
      gateMilliseconds,
      signer,
      state,
      ...(evidence && { evidence }),
      ...(others.length > 0 && {
        also: others.map((other) => ({ remote: other.remote, from: other.from, to: other.to })),
        others: Object.fromEntries(others.map((other) => [other.remote, other.state])),
      }),
    },
  );
}

/** What a rollback makes of one remote. Throws where there is nothing to go back to. */
async function stepBack(
  { store, chain }: ReleasePlatform,
  before: RemoteState,
  { remote, to: wanted }: Way,
): Promise<Move & { state: RemoteState }> {
  const to = wanted ?? before.previous;
  if (!to) {
    throw new ReleaseError(
      'nothing-to-do',
      `${remote} ${before.live} has no previous release to go back to; name one by --to.`,
    );
  }
  if (to === before.live) throw new ReleaseError('nothing-to-do', `${remote} ${to} is live already.`);
  const activation = chain.activationOf(remote, to);
  if (!activation) {
    throw new ReleaseError(
      'nothing-to-do',
      `${remote} ${to} was never live, so it cannot be rolled back to: activate it.`,
    );
  }
  const held = await store.listReleases(remote);
  const { frozen, frozenUntil, frozenFor, withdrawn } = before;
  const state = {
    live: to,
    previous: activation.from && held.includes(activation.from) ? activation.from : null,
    since: new Date().toISOString(),
    ...(frozen !== undefined && { frozen }),
    ...(frozenUntil !== undefined && { frozenUntil }),
    ...(frozenFor !== undefined && { frozenFor }),
    ...(withdrawn && { withdrawn }),
  };
  return { remote, from: before.live, to, state };
}
