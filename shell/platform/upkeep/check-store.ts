import type { ReleasePlatform } from '../policy/release-policy.ts';
import type { Orphan } from '../store/find-orphans.ts';
import type { ProbeFinding } from '../store/probe-storage.ts';
import { type StoreReport, verifyStore } from './verify-store.ts';

/** An upload takes minutes; pruning takes away what is older. */
const unfinishedHours = 24;

interface StoreCheck extends StoreReport {
  /** What the store was tried for; a folder has nothing to be tried for. */
  findings: ProbeFinding[];
  /** What lies in it, does not belong to it and is no problem: uploads under way, stores of other sites. */
  notes: string[];
}

type Platform = Pick<ReleasePlatform, 'store' | 'chain'>;

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
