import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { checkRight } from '../trust/check-right.ts';
import { readForSwitch, type SwitchRequest, type SwitchResult, writeSwitch } from './switch.ts';

/** Lets a remote take no new release, or ends that. Steps back go on, so that a freeze never keeps a fault on the site. */
export async function setFrozen(
  platform: ReleasePlatform,
  request: SwitchRequest & { frozen: boolean },
): Promise<SwitchResult> {
  const { remote, frozen } = request;
  const reading = await readForSwitch(platform, request);
  const signer = await checkRight(platform, 'freeze', remote);
  const before = reading.current?.remotes[remote];
  if (!reading.current || !before) throw new ReleaseError('nothing-to-do', `${remote} has no live release to freeze.`);
  if ((before.frozen !== undefined) === frozen) {
    return { composition: reading.current, outcome: 'unchanged', gateMilliseconds: 0 };
  }
  const { frozen: _, ...open } = before;
  return writeSwitch(platform, reading, request, {
    action: frozen ? 'freeze' : 'unfreeze',
    from: before.live,
    to: before.live,
    gateMilliseconds: 0,
    signer,
    state: frozen ? { ...open, frozen: new Date().toISOString() } : open,
  });
}
