import type { ReleasePlatform } from '../policy/release-policy.ts';
import { readSite } from './read-site.ts';
import { doSwitch, passGate, type SwitchRequest, type SwitchResult } from './switch.ts';

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
  const { remote, id, rules, guard = 'on' } = request;
  const site = await readSite(platform, request.expectedRevision);
  const before = site.composition?.remotes[remote];
  const notes: string[] = [];
  const action = { type: 'activate', remote, id, ...(guard === 'off' && { guard }) } as const;
  const result = await doSwitch(platform, site, request, action, {
    gate: () => passGate(platform, site.composition, { remote, id, rules, rollback: false, notes }),
    isSo: before?.live === id && !before.canary && (before.guard ?? 'on') === guard,
  });
  return { ...result, notes };
}
