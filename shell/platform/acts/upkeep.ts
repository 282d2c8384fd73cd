import type { Composition } from 'kit/contracts/composition';
import { messageOf } from 'kit/server/text';
import { runGate } from '../gate/gate-rule.ts';
import { integrityRules } from '../gate/record-rules.ts';
import type { Orphan } from '../log/find-orphans.ts';
import { loadRelease } from '../log/release-files.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { releasesInUse } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { type ActRequest, readRights, readSignerFor, recordUpkeep } from './write-revision.ts';

type Platform = Pick<ReleasePlatform, 'store' | 'chain'>;

/**
 * Checks every byte of the store: signatures, rights, files, the history of compositions, and that all named releases exist.
 *
 * @returns the numbers of checked releases and of valid revisions, and the problems
 */
export async function verifyStore(platform: Platform) {
  const { store, chain } = platform;
  await chain.refresh({ whole: true });
  const problems = [...chain.problems];
  const held = new Set<string>();
  for (const remote of await store.listRemotes()) {
    for (const id of await store.listReleases(remote)) {
      held.add(`${remote} ${id}`);
      problems.push(...(await checkRelease(platform, remote, id)));
    }
  }
  for (const { remote, id, state } of releasesInUse(chain.state.composition)) {
    if (!held.has(`${remote} ${id}`)) problems.push(`${remote} ${id} is ${state}, but the store does not hold it.`);
  }
  return { releases: held.size, revisions: chain.applied.length, problems: [...new Set(problems)] };
}

async function checkRelease({ store, chain }: Platform, remote: string, id: string): Promise<string[]> {
  try {
    const release = await loadRelease(store, remote, id);
    const findings = await runGate({ store, rights: chain.rights, isRollback: true, release }, integrityRules);
    return findings.map(({ problem }) => problem);
  } catch (error) {
    return [messageOf(error)];
  }
}

/** The age at which pruning removes unfinished uploads; an upload takes minutes. */
const unfinishedHours = 24;

/**
 * Checks a whole store: its guarantees, all releases and revisions, and unknown objects. It uses no copy on this machine, and
 * fetches everything from the store. An upload that may still be under way is no problem.
 */
export async function checkStore({ store, chain }: Platform) {
  const findings = await store.probe();
  const origin = store.withoutCopies();
  const report = await verifyStore({ store: origin, chain: chain.over(origin) });
  const isUnderWay = ({ isUnfinished, written }: Orphan) =>
    isUnfinished && store.now() - written < unfinishedHours * 3_600_000;
  const orphans = (await origin.findOrphans()).filter((orphan) => !isUnderWay(orphan));
  const failed = findings.filter(({ holds }) => !holds).map(({ what, words }) => `${what}: ${words}`);
  return { ...report, findings, problems: [...failed, ...report.problems, ...orphans.map(inWords)] };
}

function inWords({ path, isUnfinished, written }: Orphan): string {
  const since = new Date(written).toISOString();
  return isUnfinished
    ? `${path} is an upload that was cut off (last written ${since}): "npm run release -- prune" takes it away, and publishing it again completes it.`
    : `${path} belongs to no release and no log of this store (written ${since}): find out who put it there, and remove it.`;
}

/** The number of releases of a remote that are kept at any age. */
const minReleases = 10;
/** The time for which tabs of a former live release may request its files, in hours. */
const minHours = 24;
/** The number of squads' packages that are kept at any age, and the age of others, because lockfiles name their bytes. */
const minPackages = 20;
const packageDays = 90;

interface PruneOptions extends ActRequest {
  /** The number of releases to keep, at least 10. */
  keep?: number;
  /** The age in hours, at least 24. */
  hours?: number;
  now?: number;
}

/** Removes unused releases and packages. @returns what was removed, or would be: `remote id`, and `package file` */
export async function pruneStore(platform: ReleasePlatform, options: PruneOptions): Promise<string[]> {
  const { store, chain } = platform;
  const { keep = minReleases, hours = minHours, dryRun } = options;
  const now = options.now ?? store.now();
  if (keep < minReleases || hours < minHours) {
    throw new ReleaseError('bad-name', `At least ${minReleases} releases of a remote and ${minHours} hours are kept.`);
  }
  await readRights(platform);
  const signer = await readSignerFor(platform, 'prune', null);
  if (!dryRun) await store.removeUnfinished(new Date(now - minHours * 3_600_000));
  const removed: string[] = [];
  for (const remote of await store.listRemotes()) {
    const unused = await findUnused({ store, chain }, remote, { keep, before: now - hours * 3_600_000 });
    const subjects = unused.map((id) => `${remote} ${id}`);
    removed.push(...subjects);
    if (dryRun || unused.length === 0) continue;
    await recordUpkeep(platform, signer, options, { type: 'prune', subjects });
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
    .slice(minPackages)
    .filter(({ added }) => added < before)
    .map(({ name }) => name);
}

/** Ignores a release that a concurrent pruning has removed. */
function unlessMissing(error: unknown): null {
  if (error instanceof ReleaseError && error.code === 'release-missing') return null;
  throw error;
}

/** Reads the state again for each remote, because a switch may happen meanwhile. */
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

/** Returns when each release was last in use; for a release in use now, infinity. */
function lastUses(entries: readonly Composition[], remote: string): Map<string, number> {
  const uses = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const until = Date.parse(entries[index + 1]?.at ?? '') || Number.POSITIVE_INFINITY;
    for (const { remote: owner, id } of releasesInUse(entry)) {
      if (owner === remote) uses.set(id, Math.max(uses.get(id) ?? 0, until));
    }
  }
  return uses;
}
