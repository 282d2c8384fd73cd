import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { ReleaseError } from '../release-error.ts';
import { createFileOnce } from '../storage/durable-files.ts';
import { privateFile, readSecret } from './key-files.ts';
import { checkKind, keyIdOf } from './public-key.ts';

/** Who signs: the private half of an Ed25519 key pair. */
export interface Signer {
  keyId: string;
  publicKey: KeyObject;
  /** Signature in base64. */
  sign(content: string): string;
}

/** Makes a private key, in PEM, that only its owner may read. False when the file is there already: it stays as it is. */
export async function makePrivateKey(file: string): Promise<boolean> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return createFileOnce(file, pem, privateFile);
}

/**
 * Reads a private key. A missing one is never made: whatever a new one signed would be refused.
 *
 * @throws ReleaseError `keys` with what to do when it is missing or no such key.
 */
export async function readSigner(file: string): Promise<Signer> {
  const pem = await readSecret(file);
  if (pem === null) {
    throw new ReleaseError(
      'keys',
      `There is no private key at ${file}: run this where the key is kept, or name its file by SIGNING_KEY (ROOT_SIGNING_KEY for changes of rights).`,
    );
  }
  const privateKey = checkKind(file, () => createPrivateKey(pem));
  const publicKey = createPublicKey(privateKey);
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    sign: (content) => sign(null, Buffer.from(content), privateKey).toString('base64'),
  };
}
