import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import type { ProbeFinding, Stray } from '../store/release-store.ts';
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
  const folder = await mkdtemp(join(tmpdir(), 'store-check-'));
  try {
    const anew = store.openAnew(folder);
    const report = await verifyStore({ store: anew, chain: chain.over(anew) });
    const strays = await store.findStrays();
    const isHarmless = ({ isUnfinished, isOtherStore, written }: Stray) =>
      isOtherStore || (isUnfinished && store.now() - written < unfinishedHours * 3_600_000);
    const failing = findings.filter(({ holds }) => !holds).map(({ what, words }) => `${what}: ${words}`);
    return {
      ...report,
      findings,
      problems: [...failing, ...report.problems, ...strays.filter((stray) => !isHarmless(stray)).map(inWords)],
      notes: strays
        .filter(isHarmless)
        .map(({ path, isOtherStore }) =>
          isOtherStore
            ? `${path} is a release store of its own: nothing in it was looked at.`
            : `${path} is an upload under way, or one that was cut off just now.`,
        ),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function inWords({ path, isUnfinished, written }: Stray): string {
  const since = new Date(written).toISOString();
  return isUnfinished
    ? `${path} is an upload that was cut off (last written ${since}): "npm run release -- prune" takes it away, and publishing it again completes it.`
    : `${path} belongs to no release and no log of this store (written ${since}): find out who put it there, and remove it.`;
}
