import { messageOf } from 'kit/server/text';
import type { Signature, Signer } from '../keys/keys.ts';
import type { KnownKey } from '../keys/rights.ts';
import { describeEntry, parseEntry, RevisionTakenError } from '../log/revision.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { applySigned } from '../state/apply.ts';
import { ReleaseError } from '../storage/release-error.ts';
import type { SwitchResult } from './write-revision.ts';

/** A revision that somebody else is to sign, whose private key is not here. */
export interface ProposedSwitch {
  result: SwitchResult;
  /** The entry as JSON: what its SHA-256 is taken of. Null where there is nothing to change. */
  entry: string | null;
}

/**
 * Does everything of a switch but sign and write it, as it would be done by the given key: its rights, the gate, what the
 * next revision says. Throws what the switch throws.
 */
export async function proposeSwitch(
  platform: ReleasePlatform,
  key: KnownKey,
  change: (platform: ReleasePlatform) => Promise<SwitchResult>,
): Promise<ProposedSwitch> {
  const result = await change({ ...platform, readSigner: async () => standIn(key) });
  return { result, entry: result.entry && JSON.stringify(result.entry) };
}

/** Says whose key it would be, and never signs: a proposal is a dry run. */
function standIn({ keyId, key }: KnownKey): Signer {
  const sign = () => {
    throw new Error('A proposal is signed by whoever asked for it.');
  };
  return { keyId, publicKey: key, sign };
}

/**
 * Writes a revision that came signed from elsewhere, after all that servers ask of one: it must be the next, count, and
 * change nothing but what its action says. Repeating it after a lost answer is no harm.
 *
 * @throws RevisionTakenError when somebody else's is there; ReleaseError `revision-refused` when it would not count.
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
