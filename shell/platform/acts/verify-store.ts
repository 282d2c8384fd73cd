import { judgeRequirements } from 'kit/squad/rules/judge-release';
import { gateRules, runGate } from '../gate/gate.ts';
import type { GateFinding } from '../gate/gate-rule.ts';
import { integrityRules } from '../gate/record-rules.ts';
import type { Orphan } from '../log/find-orphans.ts';
import { loadRelease } from '../log/release-files.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { namedReleases, type ReleaseUse, releasesInUse } from '../state/site-state.ts';
import type { ProbeFinding } from '../storage/probe-storage.ts';
import { messageOf } from '../storage/release-error.ts';
import { readRights } from './write-revision.ts';

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
  const { store, policy, chain } = platform;
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
        const context = { store, policy, rights: chain.rights, isRollback: false, release, composition, notes };
        return [...unmet, ...(await runGate(context, rules))];
      },
      (error: unknown) => [{ rule: 'record', problem: messageOf(error), remedy: 'See "verify".' }],
    );
    if (findings.length > 0) broken.push({ ...use, findings });
  }
  return { asked: uses.length, broken };
}
