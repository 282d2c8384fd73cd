import type { Composition } from 'kit/contracts/composition';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { namedReleases } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { checkRight, readRights, recordUpkeep } from './write-revision.ts';

/** Releases of a remote that stay whatever their age. */
const leastReleases = 10;
/** A tab opened while a release was live may ask for its files for this long. */
const leastHours = 24;
/** Packages for squads that stay whatever their age, and how long others do: a lockfile names their very bytes. */
const leastPackages = 20;
const packageDays = 90;

interface PruneOptions {
  /** Who removes, and why, for the log. */
  by: string;
  reason: string;
  /** 10 or more. */
  keep?: number;
  /** 24 or more. */
  hours?: number;
  dryRun?: boolean;
  now?: number;
}

/** What was removed, or would be: `remote id`, and `package file`. */
export async function pruneStore(platform: ReleasePlatform, options: PruneOptions): Promise<string[]> {
  const { store, chain } = platform;
  const { by, reason, keep = leastReleases, hours = leastHours, dryRun } = options;
  const now = options.now ?? store.now();
  if (keep < leastReleases || hours < leastHours) {
    throw new ReleaseError(
      'bad-name',
      `At least ${leastReleases} releases of a remote and ${leastHours} hours are kept.`,
    );
  }
  await readRights(platform);
  const signer = await checkRight(platform, 'prune', null);
  if (!dryRun) await store.removeUnfinished(new Date(now - leastHours * 3_600_000));
  const removed: string[] = [];
  for (const remote of await store.listRemotes()) {
    const unused = await findUnused({ store, chain }, remote, { keep, before: now - hours * 3_600_000 });
    const subjects = unused.map((id) => `${remote} ${id}`);
    removed.push(...subjects);
    if (dryRun || unused.length === 0) continue;
    await recordUpkeep(platform, signer, { by, reason }, { type: 'prune', subjects });
    for (const id of unused) await store.removeRelease(remote, id).catch(unlessMissing);
  }
  const packages = await oldPackages(store, now);
  removed.push(...packages.map((name) => `package ${name}`));
  if (!dryRun) for (const name of packages) await store.packages.remove(name);
  return removed;
}

async function oldPackages({ packages }: ReleasePlatform['store'], now: number): Promise<string[]> {
  const newestFirst = (await packages.list()).toSorted((one, other) => other.added - one.added);
  const before = now - packageDays * 24 * 3_600_000;
  return newestFirst
    .slice(leastPackages)
    .filter(({ added }) => added < before)
    .map(({ name }) => name);
}

/** Somebody who prunes at the same time has removed it first. */
function unlessMissing(error: unknown): null {
  if (error instanceof ReleaseError && error.code === 'release-missing') return null;
  throw error;
}

/** Read anew for each remote: a switch meanwhile counts. */
async function findUnused(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  remote: string,
  { keep, before }: { keep: number; before: number },
): Promise<string[]> {
  await chain.refresh({ whole: true });
  const [damaged] = chain.problems;
  if (damaged !== undefined) {
    throw new ReleaseError('store-unreadable', `Nothing is removed while a revision is damaged: ${damaged}`);
  }
  const ids = await store.listReleases(remote);
  const used = lastUses(chain.history, remote);
  const found = await Promise.all(
    ids.map(async (id) => {
      const lastUse = used.get(id) ?? (await store.publishedAt(remote, id).catch(unlessMissing))?.getTime();
      return lastUse === undefined ? [] : [{ id, lastUse }];
    }),
  );
  const releases = found.flat();
  releases.sort((one, other) => other.lastUse - one.lastUse);
  return releases
    .slice(keep)
    .filter(({ lastUse }) => lastUse < before)
    .map(({ id }) => id);
}

/** When each release was last named by the composition in effect; one that it names now is in use for ever. */
function lastUses(entries: readonly Composition[], remote: string): Map<string, number> {
  const uses = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const until = Date.parse(entries[index + 1]?.at ?? '') || Number.POSITIVE_INFINITY;
    for (const name of namedReleases(entry).keys()) {
      const [owner, id = ''] = name.split(' ');
      if (owner === remote) uses.set(id, Math.max(uses.get(id) ?? 0, until));
    }
  }
  return uses;
}
