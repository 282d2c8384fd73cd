import { GateRefusal } from '../gate/gate-rule.ts';
import { filesHold } from '../gate/record-rules.ts';
import { signRecord } from '../keys/release-signature.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease } from '../release/release-files.ts';
import { checkRight } from './check-right.ts';
import { readRights } from './read-site.ts';
import { recordUpkeep } from './record-upkeep.ts';

interface ResignRequest {
  remote: string;
  id: string;
  by: string;
  reason: string;
  dryRun?: boolean;
}

/**
 * Adds the signature of this installation's key to a release that is in the store, so that it counts whatever becomes of the key
 * that published it. False when it has signed it before. Refuses a release whose files are not what was published.
 */
export async function resignRelease(
  platform: ReleasePlatform,
  { remote, id, by, reason, dryRun }: ResignRequest,
): Promise<boolean> {
  const { store } = platform;
  await readRights(platform);
  const signer = await checkRight(platform, 'publish', remote);
  const release = await loadRelease(store, remote, id);
  const problems = await filesHold.check({ release });
  if (problems.length > 0) {
    const findings = problems.map((problem) => ({ rule: filesHold.id, ...problem }));
    throw new GateRefusal(`${remote} ${id}`, findings);
  }
  if (dryRun) return true;
  await recordUpkeep(platform, signer, { by, reason }, { type: 'resign', subjects: [`${remote} ${id}`] });
  return store.addSignature(remote, id, { keyId: signer.keyId, text: signRecord(signer, release.text) });
}
