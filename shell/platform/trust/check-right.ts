import type { Signer } from '../keys/signer.ts';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import type { KnownKey } from './rights.ts';
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
    `This key may not ${action} ${remote ?? 'here'}: this would be signed by ${objection}. ${remedyFor(chain.rights.keyById(signer.keyId))} "npm run release -- keys" lists who may.`,
  );
}

/** What helps whoever stands there with a key that may not. */
function remedyFor(key: KnownKey | undefined): string {
  if (!key)
    return `The staff who have the root key list it: "npm run release -- keys grant <name> <public key> --remotes ... --actions ...".`;
  const [, successor] = /^(.+)\.old\d+$/.exec(key.name) ?? [];
  if (successor) return `The key ${successor} has taken its place: SIGNING_KEY names the file of that.`;
  if (key.revoked) return 'Sign with another key: SIGNING_KEY names its file.';
  if (key.expires !== null && Date.parse(key.expires) < Date.now()) {
    return `The staff who have the root key put a new one in its place: "npm run release -- keys rotate ${key.name} <new public key> --until <date>".`;
  }
  return `The staff who have the root key can let it: "npm run release -- keys grant ${key.name} <public key> --remotes ... --actions ...".`;
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
