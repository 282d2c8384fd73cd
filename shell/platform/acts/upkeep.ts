import type { Composition } from 'kit/contracts/composition';
import { messageOf } from 'kit/server/text';
import { judgeRequirements } from 'kit/squad/rules/judge-release';
import { gateRules } from '../gate/gate.ts';
import { type GateFinding, runGate } from '../gate/gate-rule.ts';
import { integrityRules } from '../gate/record-rules.ts';
import type { Orphan } from '../log/find-orphans.ts';
import { loadRelease } from '../log/release-files.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { namedReleases, type ReleaseUse, releasesInUse } from '../state/site-state.ts';
import type { ProbeFinding } from '../storage/probe-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { readRights, readSignerFor, recordUpkeep } from './write-revision.ts';

export interface StoreReport {
  /** How many releases were looked at. */
  releases: number;
  /** How many switches count. */
  revisions: number;
  problems: string[];
}

type Platform = Pick<ReleasePlatform, 'store' | 'chain'>;

/** Checks every byte of the store: signatures, rights, files, the composition's history, and that what it names is there. */
export async function verifyStore(platform: Platform): Promise<StoreReport> {
  const { store, chain } = platform;
  await chain.refresh({ whole: true });
  const entries = chain.history;
  const problems = [...chain.problems];
  const held = new Set<string>();
  for (const remote of await store.listRemotes()) {
    for (const id of await store.listReleases(remote)) {
      held.add(`${remote} ${id}`);
      problems.push(...(await checkRelease(platform, remote, id)));
    }
  }
  for (const [name, role] of namedReleases(entries.at(-1) ?? null)) {
    if (!held.has(name)) problems.push(`${name} is ${role}, but the store does not hold it.`);
  }
  return { releases: held.size, revisions: entries.length, problems: [...new Set(problems)] };
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

/** An upload takes minutes; pruning takes away what is older. */
const unfinishedHours = 24;

interface StoreCheck extends StoreReport {
  /** What the store was tried for; a folder has nothing to be tried for. */
  findings: ProbeFinding[];
  /** What lies in it, does not belong to it and is no problem: uploads under way, stores of other sites. */
  notes: string[];
}

/**
 * Looks at a store as a whole: whether it does what releases rest on, whether every release and revision in it is whole, and
 * whether anything else lies in it. Believes no copy of this machine: everything is fetched from the store itself.
 */
export async function checkStore({ store, chain }: Platform): Promise<StoreCheck> {
  const findings = await store.probe();
  const origin = store.withoutCopies();
  const report = await verifyStore({ store: origin, chain: chain.over(origin) });
  const orphans = await origin.findOrphans();
  const isHarmless = ({ isUnfinished, isOtherStore, written }: Orphan) =>
    isOtherStore || (isUnfinished && store.now() - written < unfinishedHours * 3_600_000);
  const failed = findings.filter(({ holds }) => !holds).map(({ what, words }) => `${what}: ${words}`);
  return {
    ...report,
    findings,
    problems: [...failed, ...report.problems, ...orphans.filter((orphan) => !isHarmless(orphan)).map(inWords)],
    notes: orphans
      .filter(isHarmless)
      .map(({ path, isOtherStore }) =>
        isOtherStore
          ? `${path} is a release store of its own: nothing in it was looked at.`
          : `${path} is an upload under way, or one that was cut off just now.`,
      ),
  };
}

function inWords({ path, isUnfinished, written }: Orphan): string {
  const since = new Date(written).toISOString();
  return isUnfinished
    ? `${path} is an upload that was cut off (last written ${since}): "npm run release -- prune" takes it away, and publishing it again completes it.`
    : `${path} belongs to no release and no log of this store (written ${since}): find out who put it there, and remove it.`;
}

/** A release in use that would not work with this platform's shell. */
interface BrokenRelease extends ReleaseUse {
  findings: GateFinding[];
}

/** How pages fare in a shell. */
const pageRules = ['render', 'browser'];

/**
 * Holds every release in use against the shell of this very platform, which may be one that is not live yet. Damage elsewhere
 * is not its affair: a release that cannot be read is named as such.
 */
export async function findBrokenReleases(
  platform: ReleasePlatform,
  { pages, notes }: { pages: boolean; notes: string[] },
): Promise<{ asked: number; broken: BrokenRelease[] }> {
  const { store, policy, chain, createPool } = platform;
  await readRights(platform);
  const composition = chain.current?.composition ?? null;
  const rules = pages ? gateRules.filter(({ id }) => pageRules.includes(id)) : [];
  const uses = releasesInUse(composition);
  const broken: BrokenRelease[] = [];
  for (const use of uses) {
    const findings = await loadRelease(store, use.remote, use.id).then(
      async (release) => {
        // Of this shell, whichever is live.
        const unmet = judgeRequirements(release.record, policy.sharedModules).map((one) => ({ rule: 'needs', ...one }));
        const context = {
          store,
          policy,
          createPool,
          rights: chain.rights,
          isRollback: false,
          release,
          composition,
          notes,
        };
        return [...unmet, ...(await runGate(context, rules))];
      },
      (error: unknown) => [{ rule: 'record', problem: messageOf(error), remedy: 'See "verify".' }],
    );
    if (findings.length > 0) broken.push({ ...use, findings });
  }
  return { asked: uses.length, broken };
}

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
  const signer = await readSignerFor(platform, 'prune', null);
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
