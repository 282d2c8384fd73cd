import { messageOf } from 'kit/server/text';
import type { Signature, Signer } from '../keys/keys.ts';
import type { KnownKey } from '../keys/rights.ts';
import { describeEntry, parseEntry, RevisionTakenError } from '../log/revision.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { applySigned } from '../state/apply.ts';
import { ReleaseError } from '../storage/release-error.ts';
import type { SwitchResult } from './write-revision.ts';

/**
 * Prepares a switch of the given key without signing and writing it. `entry` is the revision as JSON, which is hashed with SHA-256;
 * null if nothing changes.
 */
export async function proposeSwitch(
  platform: ReleasePlatform,
  key: KnownKey,
  change: (platform: ReleasePlatform) => Promise<SwitchResult>,
) {
  const result = await change({ ...platform, readSigner: async () => standIn(key) });
  return { result, entry: result.entry && JSON.stringify(result.entry) };
}

/** Creates a signer with the identity of a key. It never signs, because a proposal is a dry run. */
function standIn({ keyId, key }: KnownKey): Signer {
  const sign = () => {
    throw new Error('A proposal is signed by whoever asked for it.');
  };
  return { keyId, publicKey: key, sign };
}

/**
 * Appends a revision that another program signed, after the checks of servers: it must be the next one, valid, and change only
 * what its action says. Repeating the call after a lost response is safe.
 *
 * @throws RevisionTakenError if another revision has the number; ReleaseError `revision-refused` for an invalid one
 */
export async function takeSignedSwitch(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  { text, signature }: { text: string; signature: Signature },
): Promise<{ revision: number }> {
  const signed = readEntry(text, signature);
  const { entry, sha256 } = signed;
  const { revision } = entry;
  await chain.refresh({ whole: true });
  if (chain.sha256Of(revision) === sha256) return { revision };
  const { state, blocked } = chain;
  if (blocked) throw new ReleaseError('revision-refused', `${blocked} Nothing was changed.`);
  if (revision !== state.revision + 1) {
    const winner = chain.applied.at(-1)?.signed.entry;
    throw new RevisionTakenError(revision, winner ? describeEntry(winner) : `revision ${revision} is taken`);
  }
  const applied = applySigned(state, signed);
  if ('refusal' in applied) {
    throw new ReleaseError('revision-refused', `This revision would not count: ${applied.refusal.message}`);
  }
  await store.log.append(entry, () => [signature]);
  await chain.refresh({ whole: false });
  return { revision };
}

function readEntry(text: string, signature: Signature) {
  try {
    return parseEntry(text, [signature]);
  } catch (error) {
    throw new ReleaseError('revision-refused', `This is no revision: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
