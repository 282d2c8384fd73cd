import type { CurrentRevision } from './release-store.ts';

/** The newest entry that can be read, of the revisions of a log; reading adds a sentence for each that cannot. */
export async function findCurrent<Entry>(
  revisions: readonly number[],
  readOr: (revision: number, damaged: string[]) => Promise<Entry | null>,
): Promise<CurrentRevision<Entry>> {
  const damaged: string[] = [];
  const lastRevision = revisions.at(-1) ?? 0;
  for (const revision of revisions.toReversed()) {
    const entry = await readOr(revision, damaged);
    if (entry) return { current: entry, lastRevision, damaged };
  }
  return { current: null, lastRevision, damaged };
}
