import type { RightAction } from '../keys/rights.ts';
import type { Signer } from '../keys/signer.ts';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { checkRight as checkRightOf } from '../state/apply.ts';
import { Refused } from '../state/site-state.ts';

type Platform = Pick<ReleasePlatform, 'chain' | 'readSigner'>;

/** Gives who signs, unless their key has no right to. Throws a ReleaseError `right` with who may. */
export async function checkRight(
  { chain, readSigner }: Platform,
  right: RightAction,
  remote: string | null,
): Promise<Signer> {
  const signer = await readSigner();
  try {
    checkRightOf(chain.state, signer.keyId, { right, remote, at: new Date().toISOString() });
  } catch (error) {
    throw error instanceof Refused ? new ReleaseError(error.refusal.code, error.message, { cause: error }) : error;
  }
  return signer;
}

/**
 * Why whoever signs here may not do something, as a sentence; null when they may: what buttons are shown by. Asks what counts
 * now, and promises nothing of what counts when it is done.
 */
export async function objectionTo(
  platform: Platform,
  right: RightAction,
  remote: string | null,
): Promise<string | null> {
  return checkRight(platform, right, remote).then(() => null, messageOf);
}
