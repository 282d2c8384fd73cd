import { shellName } from 'kit/contracts/shell-name';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { checkRight } from '../trust/check-right.ts';
import { notBefore, passGate, readForSwitch, type SwitchRequest, type SwitchResult, writeSwitch } from './switch.ts';

/**
 * Takes a remote off the site, or puts it back: none of its pages is served in between, and no other remote is touched. It may
 * be switched meanwhile; what is live then is what comes back. Who restores it has the release pass the rules of a rollback.
 */
export async function setWithdrawn(
  platform: ReleasePlatform,
  request: SwitchRequest & { withdrawn: boolean },
): Promise<SwitchResult> {
  const { remote, withdrawn, reason, rules } = request;
  if (remote === shellName) {
    throw new ReleaseError('bad-name', 'Every page is made with the shell: roll it back, it cannot be withdrawn.');
  }
  const reading = await readForSwitch(platform, request);
  const signer = await checkRight(platform, 'activate', remote);
  const { current } = reading;
  const before = current?.remotes[remote];
  if (!current || !before) throw new ReleaseError('nothing-to-do', `${remote} has no live release to withdraw.`);
  if ((before.withdrawn !== undefined) === withdrawn) {
    return { composition: current, outcome: 'unchanged', gateMilliseconds: 0 };
  }
  const { withdrawn: _, ...served } = before;
  const gateMilliseconds = withdrawn
    ? 0
    : await passGate(platform, current, { remote, id: before.live, rules, rollback: true });
  return writeSwitch(platform, reading, request, {
    action: withdrawn ? 'withdraw' : 'restore',
    from: before.live,
    to: before.live,
    gateMilliseconds,
    signer,
    state: withdrawn ? { ...before, withdrawn: { since: notBefore(current.at), reason } } : served,
  });
}
