import { isDeepStrictEqual } from 'node:util';
import type { Composition } from 'kit/contracts/composition';
import { movesOf } from '../switch/moves-of.ts';
import { changeProblem, type LiveHistory } from './change-problem.ts';
import { askedRemote, neededRights } from './needed-rights.ts';
import type { Rights } from './rights.ts';
import { isSignedBy, type SignedEntry } from './signed-entry.ts';
import { setsTime, timeProblem } from './time-problem.ts';

/** A revision of the composition that counts. */
export interface AcceptedRevision {
  composition: Composition;
  sha256: string;
  /** As it is stored. */
  text: string;
  /** The name of the key that signed it; null where its signature was changed since. */
  key: string | null;
}

interface Basis {
  before: AcceptedRevision | null;
  rights: Rights;
  history: LiveHistory;
  /** The one that `before` follows on: what an undo goes back to. */
  earlier: AcceptedRevision | null;
  /** Every revision between the one in effect and this is missing from the store, or cannot be read. */
  isBehindGap: boolean;
  /** A signature that was looked at covers its content: its own decides nothing. */
  isVouchedFor?: boolean;
}

/**
 * Why a revision does not count, as the end of a sentence; null when it does: it is signed by a key that may do what it
 * does, follows on the revision in effect, and changes nothing but what its action says.
 */
export function revisionProblem(
  signed: SignedEntry<Composition>,
  { before, earlier, rights, history, isBehindGap, isVouchedFor = false }: Basis,
): string | null {
  const { entry } = signed;
  const [by] = signed.signatures;
  if (!by) return 'it is not signed';
  // The end date of a key is asked for the entry's own time, which the chain keeps from being made up by much.
  for (const { remote } of movesOf(entry)) {
    for (const action of neededRights(entry, entry.remotes[remote])) {
      const objection = rights.objection(by.keyId, { action, remote: askedRemote(entry, remote), at: entry.at });
      if (objection !== null) return `it is signed by ${objection}`;
    }
  }
  const key = rights.keyById(by.keyId);
  if (!key || !(isVouchedFor || isSignedBy('composition', signed, key))) {
    return 'its signature does not hold: it is not what was signed';
  }
  const time = timeProblem(entry.at, before?.composition.at, { mayGoBack: setsTime(key) });
  if (time !== null) return time;
  const isForAll = rights.isForAll(key.keyId);
  const link = linkProblem(entry, { before, isForAll, isBehindGap });
  if (link !== null || (isBehindGap && isForAll)) return link;
  return changeProblem(entry, { before: before?.composition ?? null, earlier: earlier?.composition ?? null, history });
}

interface Link {
  before: AcceptedRevision | null;
  isForAll: boolean;
  isBehindGap: boolean;
}

/**
 * It names the revision in effect, and whatever was written between. Where that is lost, a damaged file must not take the whole
 * site with it: what follows counts if its key is for all remotes, or if it changes nothing but its own remote.
 */
function linkProblem(entry: Composition, { before, isForAll, isBehindGap }: Link): string | null {
  const last = before?.composition.revision ?? 0;
  const named = entry.previous?.revision ?? 0;
  const isNext = named === last && (entry.previous?.sha256 ?? null) === (before?.sha256 ?? null);
  if (!isNext && !(isBehindGap && named > last && named < entry.revision)) {
    return `it follows on ${named > 0 ? `revision ${named}` : 'none'}, not on revision ${last} as that is here`;
  }
  const between = Array.from({ length: entry.revision - named - 1 }, (_, index) => named + 1 + index);
  if (!isDeepStrictEqual(entry.passedOver ?? [], between)) return `it says nothing of ${between.join()} before it`;
  if (between.length === 0 || isForAll) return null;
  return `its key is not for all remotes, so it may not pass over ${between.join()}`;
}
