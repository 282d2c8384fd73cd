import type { Composition } from 'kit/contracts/composition';
import { recordChange } from '../audit/record-change.ts';
import { ReleaseError } from '../release-error.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { namedReleases } from './named-releases.ts';

/** Releases of a remote that stay whatever their age. */
const leastReleases = 10;
/** A tab opened while a release was live may ask for its files for this long. */
const leastHours = 24;

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

/** What was removed, or would be, as `remote id`. */
export async function pruneStore(store: ReleaseStore, options: PruneOptions): Promise<string[]> {
  const { by, reason, keep = leastReleases, hours = leastHours, dryRun, now = Date.now() } = options;
  if (keep < leastReleases || hours < leastHours) {
    throw new ReleaseError(
      'bad-name',
      `At least ${leastReleases} releases of a remote and ${leastHours} hours are kept.`,
    );
  }
  if (!dryRun) await store.removeUnfinished(new Date(now - leastHours * 3_600_000));
  const removed: string[] = [];
  for (const remote of await store.listRemotes()) {
    const unused = await findUnused(store, remote, { keep, before: now - hours * 3_600_000 });
    const subjects = unused.map((id) => `${remote} ${id}`);
    removed.push(...subjects);
    if (dryRun || unused.length === 0) continue;
    await recordChange(store, { by, reason, action: 'prune', subjects });
    for (const id of unused) await store.removeRelease(remote, id);
  }
  return removed;
}

/** Read anew for each remote: a switch meanwhile counts. */
async function findUnused(
  store: ReleaseStore,
  remote: string,
  { keep, before }: { keep: number; before: number },
): Promise<string[]> {
  const { entries, damaged } = await store.compositions.readAll();
  if (damaged.length > 0) {
    throw new ReleaseError('store-unreadable', `Nothing is removed while a revision is damaged: ${damaged[0]}`);
  }
  const ids = await store.listReleases(remote);
  const used = lastUses(entries, remote);
  const releases = await Promise.all(
    ids.map(async (id) => ({ id, lastUse: used.get(id) ?? (await store.publishedAt(remote, id)).getTime() })),
  );
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
