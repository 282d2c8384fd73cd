import { generateKeyPairSync, sign } from 'node:crypto';
import { encodePublicKey, keyIdOf, type Signer } from '../keys/keys.ts';

/** A pair of keys in memory, with its public half as the log holds it. */
export function buildKeyPair(): Signer & { encoded: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    encoded: encodePublicKey(publicKey),
    sign: (content) => sign(null, Buffer.from(content), privateKey).toString('base64'),
  };
}
