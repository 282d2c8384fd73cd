import { GateRefusal } from '../gate/gate-rule.ts';
import { filesHold } from '../gate/record-rules.ts';
import { rightsOf } from '../keys/rights.ts';
import { loadRelease, signRecord } from '../log/release-files.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { type ActRequest, readRights, readSignerFor, recordUpkeep } from './write-revision.ts';

/**
 * Repairs a log: restores damaged and missing files of valid revisions, and moves invalid ones aside, so that the next act can be
 * written. It needs the root key or a key that may roll back all remotes.
 *
 * @returns the revisions that were restored from the copy on this machine, and the new places of invalid ones
 * @throws ReleaseError `revision-refused` if a running server uses a revision that is unreadable here
 */
export async function repairLog(platform: ReleasePlatform, { dryRun }: { dryRun?: boolean }) {
  const { store, chain } = platform;
  await readRights(platform);
  await checkMayRepair(platform);
  const damaged = chain.damaged;
  if (!dryRun) for (const one of damaged) await store.log.restore(one);
  const refused = chain.refused;
  const movedAside: string[] = [];
  if (refused !== null) {
    const heartbeats = await store.readHeartbeats(store.pace.heartbeatMaxAge);
    const holder = heartbeats.find(({ revision }) => revision >= refused);
    if (holder) {
      throw new ReleaseError(
        'revision-refused',
        `A running server has revision ${holder.revision} in effect, which cannot be read here: it puts the file back within seconds. Nothing was moved.`,
      );
    }
    for (let revision = chain.lastRevision; revision >= refused; revision -= 1) {
      movedAside.push(dryRun ? `revision ${revision}` : await store.log.moveAside(revision));
    }
  }
  await chain.refresh({ whole: true });
  return { restored: damaged.map(({ revision }) => revision), movedAside };
}

async function checkMayRepair(platform: ReleasePlatform): Promise<void> {
  const { rootKey } = rightsOf(platform.chain.state.rights);
  const root = await platform.readRootSigner().catch(() => null);
  if (root && rootKey?.equals(root.publicKey)) return;
  await readSignerFor(platform, 'rollback', null);
}

/**
 * Adds the signature of this installation's key to a stored release, which then stays valid without the key that published it.
 * Refuses a release whose files have changed.
 *
 * @returns false if the key has already signed it
 */
export async function resignRelease(
  platform: ReleasePlatform,
  { remote, id, ...request }: ActRequest & { remote: string; id: string },
): Promise<boolean> {
  const { store } = platform;
  await readRights(platform);
  const signer = await readSignerFor(platform, 'publish', remote);
  const release = await loadRelease(store, remote, id);
  const problems = await filesHold.check({ release });
  if (problems.length > 0) {
    const findings = problems.map((problem) => ({ rule: filesHold.id, ...problem }));
    throw new GateRefusal(`${remote} ${id}`, findings);
  }
  if (request.dryRun) return true;
  await recordUpkeep(platform, signer, request, { type: 'resign', subjects: [`${remote} ${id}`] });
  return store.addSignature(remote, id, { keyId: signer.keyId, text: signRecord(signer, release.text) });
}
