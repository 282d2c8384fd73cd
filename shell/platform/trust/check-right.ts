import type { Signer } from '../keys/signer.ts';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import type { RightAction } from './rights-revision.ts';

/** Gives who signs, unless their key has no right to. Asked first, so that nobody waits for a gate in vain. */
export async function checkRight(
  { chain, readSigner }: Pick<ReleasePlatform, 'chain' | 'readSigner'>,
  action: RightAction,
  remote: string | null,
): Promise<Signer> {
  const signer = await readSigner();
  const objection = chain.rights.objection(signer.keyId, { action, remote, at: new Date().toISOString() });
  if (objection === null) return signer;
  throw new ReleaseError(
    'right',
    `This key may not ${action} ${remote ?? 'here'}: this would be signed by ${objection}. "npm run release -- keys" lists who may.`,
  );
}

/**
 * Why whoever signs here may not do something, as a sentence; null when they may: what buttons are shown by. Asks what counts
 * now, and promises nothing of what counts when it is done.
 */
export async function objectionTo(
  platform: Pick<ReleasePlatform, 'chain' | 'readSigner'>,
  action: RightAction,
  remote: string | null,
): Promise<string | null> {
  return checkRight(platform, action, remote).then(() => null, messageOf);
}
