import type { Composition } from 'kit/contracts/composition';
import type { SignedEntry } from './signed-entry.ts';

interface Link {
  sha256: string;
  previous: Composition['previous'];
}

interface Vouched {
  /** The revision whose signature was looked at; null where none of these vouches for anything. */
  by: number | null;
  /** Revisions that it follows on, by their very content. */
  revisions: ReadonlySet<number>;
}

/**
 * The revisions whose content somebody else's signature covers: the newest one by a key that vouches for the whole of what it
 * signs names the hash of the one before, that the hash of the one before, and so on. A signature takes a hundred times as
 * long to check as a hash, and whoever has such a key could have signed each of them.
 */
export function vouchedFor(
  entries: readonly SignedEntry<Composition>[],
  vouches: (signed: SignedEntry<Composition>) => boolean,
): Vouched {
  const by = entries.findLast(vouches);
  const links = new Map<number, Link>(
    entries.map(({ entry: { revision, previous }, sha256 }) => [revision, { sha256, previous }]),
  );
  const revisions = new Set<number>();
  let next = by?.entry.previous ?? null;
  while (next) {
    const named: Link | undefined = links.get(next.revision);
    // A number that goes down, since whoever writes into a store could make a ring.
    if (named?.sha256 !== next.sha256 || (named.previous?.revision ?? 0) >= next.revision) break;
    revisions.add(next.revision);
    next = named.previous;
  }
  return { by: by?.entry.revision ?? null, revisions };
}
