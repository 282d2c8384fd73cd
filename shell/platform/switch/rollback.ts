import type { Composition } from 'kit/contracts/composition';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { checkRight } from '../trust/check-right.ts';
import { passGate, readForSwitch, type SwitchRequest, type SwitchResult, writeSwitch } from './switch.ts';

export interface RollbackRequest extends SwitchRequest {
  /** A release that was live before; the previous one when it is not given. */
  to?: string;
  /** What an automatic rollback was decided on. */
  evidence?: Composition['evidence'];
}

/**
 * Goes back to a release that was live before. It passed the whole gate then, so only the rules marked for rollbacks
 * are asked. A second rollback goes further back, never forth to what was left. A running canary of the remote ends.
 */
export async function rollbackRelease(platform: ReleasePlatform, request: RollbackRequest): Promise<SwitchResult> {
  const { store, chain } = platform;
  const { remote, rules, evidence } = request;
  const reading = await readForSwitch(platform, request);
  const before = reading.current?.remotes[remote];
  if (!reading.current || !before)
    throw new ReleaseError('nothing-to-do', `${remote} has no live release to roll back.`);
  const signer = await checkRight(platform, 'rollback', remote);
  const to = request.to ?? before.previous;
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
  const gateMilliseconds = await passGate(platform, reading.current, { remote, id: to, rules, rollback: true });
  const held = await store.listReleases(remote);
  const previous = activation.from && held.includes(activation.from) ? activation.from : null;
  return writeSwitch(platform, reading, request, {
    action: 'rollback',
    from: before.live,
    to,
    gateMilliseconds,
    signer,
    ...(evidence && { evidence }),
    state: {
      live: to,
      previous,
      since: new Date().toISOString(),
      ...(before.frozen !== undefined && { frozen: before.frozen }),
    },
  });
}
