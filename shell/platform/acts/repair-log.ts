import { GateRefusal } from '../gate/gate-rule.ts';
import { filesHold } from '../gate/record-rules.ts';
import { rightsOf } from '../keys/rights.ts';
import { loadRelease, signRecord } from '../log/release-files.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { readRights, readSignerFor, recordUpkeep } from './write-revision.ts';

interface Repair {
  /** Revisions that were restored from the copy on this machine. */
  restored: number[];
  /** The new places of invalid revisions that blocked the next one. */
  movedAside: string[];
}

/**
 * Repairs a log: restores damaged and missing files of valid revisions, and moves invalid ones aside, so that the next act can be
 * written. It needs the root key or a key that may roll back all remotes.
 *
 * @throws ReleaseError `revision-refused` if a running server uses a revision that is unreadable here
 */
export async function repairLog(platform: ReleasePlatform, { dryRun }: { dryRun?: boolean }): Promise<Repair> {
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

interface ResignRequest {
  remote: string;
  id: string;
  by: string;
  reason: string;
  dryRun?: boolean;
}

/**
 * Adds the signature of this installation's key to a stored release, which then stays valid without the key that published it.
 * Refuses a release whose files have changed.
 *
 * @returns false if the key has already signed it
 */
export async function resignRelease(
  platform: ReleasePlatform,
  { remote, id, by, reason, dryRun }: ResignRequest,
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
  if (dryRun) return true;
  await recordUpkeep(platform, signer, { by, reason }, { type: 'resign', subjects: [`${remote} ${id}`] });
  return store.addSignature(remote, id, { keyId: signer.keyId, text: signRecord(signer, release.text) });
}
