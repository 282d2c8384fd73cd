import { rightsOf } from '../keys/rights.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { checkRight } from './check-right.ts';
import { readRights } from './read-site.ts';

interface Repair {
  /** Revisions whose files are written back from the copy of this machine. */
  restored: number[];
  /** Where files are now that are no revision, and were in the way of the next one. */
  movedAside: string[];
}

/**
 * Makes a log whole again: damaged and missing files of revisions that count are written back, and what does not count is moved
 * aside, so that the next act can be written. Takes a key that may roll every remote back, or the root key.
 *
 * @throws ReleaseError `revision-refused` while a running server has in effect what cannot be read here
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
    const heads = await store.readHeads(store.pace.headsCountFor);
    const holder = heads.find(({ revision }) => revision >= refused);
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
  await checkRight(platform, 'rollback', null);
}
