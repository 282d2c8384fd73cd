import type { ReleasePlatform } from '../policy/release-policy.ts';
import { checkRight } from '../trust/check-right.ts';
import {
  checkNotFrozen,
  passGate,
  readForSwitch,
  type SwitchRequest,
  type SwitchResult,
  writeSwitch,
} from './switch.ts';

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
  const { remote, id, rules, guard } = request;
  const reading = await readForSwitch(platform, request);
  const signer = await checkRight(platform, 'activate', remote);
  checkNotFrozen(reading, remote);
  const before = reading.current?.remotes[remote];
  const notes: string[] = [];
  const gateMilliseconds = await passGate(platform, reading.current, { remote, id, rules, rollback: false, notes });
  if (reading.current && before?.live === id && !before.canary && (before.guard ?? 'on') === (guard ?? 'on')) {
    return { composition: reading.current, outcome: 'unchanged', gateMilliseconds, notes };
  }
  const state = {
    live: id,
    previous: before?.live === id ? before.previous : (before?.live ?? null),
    since: (before?.live === id && before.since) || new Date().toISOString(),
    ...(guard === 'off' && { guard }),
    ...(before?.withdrawn && { withdrawn: before.withdrawn }),
  };
  const change = { action: 'activate', from: before?.live ?? null, to: id, gateMilliseconds, signer } as const;
  return { ...(await writeSwitch(platform, reading, request, { ...change, state })), notes };
}
