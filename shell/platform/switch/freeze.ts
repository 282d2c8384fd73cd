import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { checkRight } from '../trust/check-right.ts';
import { siteFreezeOf } from './frozen.ts';
import { notBefore, readForSwitch, type SwitchRequest, type SwitchResult, writeSwitch } from './switch.ts';

interface Freezing {
  frozen: boolean;
  /** When a freeze is over by itself, ISO 8601; without it people end it. */
  until?: string | undefined;
}

/** Lets a remote take no new release, or ends that. Steps back go on, so that a freeze never keeps a fault on the site. */
export async function setFrozen(platform: ReleasePlatform, request: SwitchRequest & Freezing): Promise<SwitchResult> {
  const { remote, frozen, reason } = request;
  const until = frozen ? checkEnd(request.until) : undefined;
  const reading = await readForSwitch(platform, request);
  const signer = await checkRight(platform, 'freeze', remote);
  const before = reading.current?.remotes[remote];
  if (!reading.current || !before) throw new ReleaseError('nothing-to-do', `${remote} has no live release to freeze.`);
  if ((before.frozen !== undefined) === frozen && before.frozenUntil === until) {
    return { composition: reading.current, outcome: 'unchanged', gateMilliseconds: 0 };
  }
  const { frozen: _, frozenUntil: __, frozenFor: ___, ...open } = before;
  const since = notBefore(reading.current.at);
  return writeSwitch(platform, reading, request, {
    action: frozen ? 'freeze' : 'unfreeze',
    from: before.live,
    to: before.live,
    gateMilliseconds: 0,
    signer,
    state: frozen
      ? { ...open, frozen: since, ...(until && { frozenUntil: until }), ...(reason && { frozenFor: reason }) }
      : open,
  });
}

/** The same for the whole site, with remotes that it does not have yet. Takes a key with the right to freeze all remotes. */
export async function setSiteFrozen(
  platform: ReleasePlatform,
  request: Omit<SwitchRequest, 'remote'> & Freezing,
): Promise<SwitchResult> {
  const { frozen, reason } = request;
  const until = frozen ? checkEnd(request.until) : undefined;
  const reading = await readForSwitch(platform, request);
  const signer = await checkRight(platform, 'freeze', null);
  const { current } = reading;
  const [[remote, state] = []] = Object.entries(current?.remotes ?? {});
  if (!current || !remote || !state) throw new ReleaseError('nothing-to-do', 'Nothing is live that could be frozen.');
  const at = notBefore(current.at);
  const before = siteFreezeOf(current, at);
  if ((before !== null) === frozen && before?.until === until) {
    return { composition: current, outcome: 'unchanged', gateMilliseconds: 0 };
  }
  const { live } = state;
  const action = frozen ? 'freeze-site' : 'unfreeze-site';
  const siteFrozen = frozen ? { since: at, ...(until && { until }), reason } : null;
  const change = { action, from: live, to: live, gateMilliseconds: 0, signer, state, siteFrozen } as const;
  return writeSwitch(platform, reading, { ...request, remote }, change);
}

function checkEnd(until: string | undefined): string | undefined {
  if (until === undefined) return undefined;
  const end = Date.parse(until);
  if (end > Date.now()) return new Date(end).toISOString();
  throw new ReleaseError('bad-name', `A freeze ends in the future: ${JSON.stringify(until)} is not a moment to come.`);
}
