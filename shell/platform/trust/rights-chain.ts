import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { decodePublicKey, encodePublicKey, keyIdOf } from '../keys/public-key.ts';
import type { RevisionLog } from '../log/revision-log.ts';
import { messageOf } from '../message-of.ts';
import { oneLine } from '../one-line.ts';
import { mapConcurrently, unlessUnavailable } from '../storage/object-storage.ts';
import { Rights } from './rights.ts';
import type { RightsRevision } from './rights-revision.ts';
import { isSignedBy, type SignedEntry } from './signed-entry.ts';
import { timeProblem } from './time-problem.ts';

/** Revisions that are read at once. */
const atOnce = 16;

export interface RightsChain {
  /** The newest accepted revision; without one nobody has any right. */
  rights: Rights;
  /** All accepted revisions, oldest first. */
  accepted: readonly Rights[];
  /** The name of the key that signed each of them, by revision. */
  keys: ReadonlyMap<number, string>;
  /** Of the newest accepted one. */
  sha256: string | null;
  lastRevision: number;
  problems: string[];
}

/**
 * Follows the log of rights from the root key on: a revision counts when the root key of the one before signed it, or when it
 * changes nothing but paths and budgets and a key with that right did. A new root key is signed by the old one and by itself,
 * so a server that is started with either finds its way. Damaged revisions are named; those that the root key signed behind
 * them count.
 */
export async function readRightsChain(log: RevisionLog<RightsRevision>, root: KeyObject | null): Promise<RightsChain> {
  const revisions = await log.list();
  const keys = new Map<number, string>();
  const chain: RightsChain = {
    keys,
    rights: new Rights(null),
    accepted: [],
    sha256: null,
    lastRevision: revisions.at(-1) ?? 0,
    problems: [],
  };
  if (revisions.length === 0) return chain;
  if (!root) {
    chain.problems.push(
      'The store has rights, but this process knows no root key: put it into DATA_DIR/keys/root.pub.',
    );
    return chain;
  }
  const found: SignedEntry<RightsRevision>[] = [];
  const readAll = await mapConcurrently(revisions, atOnce, (revision) =>
    log.readSigned(revision).catch(unlessUnavailable(messageOf)),
  );
  for (const signed of readAll) {
    if (typeof signed === 'string') chain.problems.push(signed);
    else if (signed) found.push(signed);
  }
  const start = found.findIndex(
    (signed) => signed.entry.root === encodePublicKey(root) && isSignedBy('rights', signed, identify(root)),
  );
  if (start < 0) {
    chain.problems.push(
      `No revision of the rights is signed by the root key ${keyIdOf(root)} that this process was started with: put the right one into DATA_DIR/keys/root.pub.`,
    );
    return chain;
  }
  for (const [index, signed] of found.slice(start).entries()) {
    const problem = index === 0 ? null : problemOf(signed, chain);
    if (problem !== null) {
      chain.problems.push(
        `Rights revision ${signed.entry.revision} (by ${oneLine(signed.entry.by)}) does not count: ${problem}.`,
      );
      continue;
    }
    keys.set(signed.entry.revision, nameOfSigner(signed, index === 0 ? null : chain.rights));
    chain.rights = new Rights(signed.entry);
    chain.accepted = [...chain.accepted, chain.rights];
    chain.sha256 = signed.sha256;
  }
  return chain;
}

/** Why a revision does not follow on what is accepted so far; null when it does. */
function problemOf(signed: SignedEntry<RightsRevision>, { rights, sha256 }: RightsChain): string | null {
  const before = rights.revision;
  const { entry } = signed;
  if (!before) return 'nothing is before it';
  const isNext = entry.revision === before.revision + 1;
  if (isNext && entry.previous !== sha256) return 'it does not follow on the revision before';
  if (entry.after < before.after) return `it reaches back to revision ${entry.after} of the composition`;
  if (isSignedBy('rights', signed, identify(decodePublicKey(before.root)))) {
    if (entry.root === before.root || isSignedBy('rights', signed, identify(decodePublicKey(entry.root)))) return null;
    return 'its new root key has not signed it';
  }
  const [by] = signed.signatures;
  const objection = by
    ? rights.objection(by.keyId, { action: 'policy', remote: null, at: entry.at })
    : 'nobody: it has no signature';
  if (objection !== null) return `it is signed by ${objection}`;
  const key = rights.keyById(by?.keyId ?? '');
  if (!key || !isSignedBy('rights', signed, key)) return 'its signature does not hold';
  if (!isNext) return 'a revision before it is missing';
  const time = timeProblem(entry.at, before.at, { mayGoBack: key.expires === null });
  if (time !== null) return time;
  const changed = (['root', 'keys', 'adopted', 'after', 'head'] as const).filter(
    (part) => !isDeepStrictEqual(entry[part], before[part]),
  );
  return changed.length === 0 ? null : `the key ${key.name} may change paths and budgets, not ${changed.join(' and ')}`;
}

/** Of an accepted revision, by the rights that it follows on: the first of all is the root key's own. */
function nameOfSigner({ signatures: [by] }: SignedEntry<RightsRevision>, before: Rights | null): string {
  return before?.keyById(by?.keyId ?? '')?.name ?? 'root';
}

function identify(key: KeyObject): { keyId: string; key: KeyObject } {
  return { keyId: keyIdOf(key), key };
}
