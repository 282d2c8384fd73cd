import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { SiteError } from './site-error.ts';

/** The private key of a squad, which never leaves its machine. */
export interface SquadKey {
  /** The first 16 hex digits of the SHA-256 of its public half, as the site lists it. */
  keyId: string;
  /** PEM, for the site's staff. */
  publicKey: string;
  /** Ed25519, base64. */
  sign(text: string): string;
}

/** Reads a private key in PEM. Throws a SiteError `key` that says what is wrong. */
export function readSquadKey(pem: string): SquadKey {
  const privateKey = parse(pem);
  const publicKey = createPublicKey(privateKey);
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
  return {
    keyId,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

/** Makes a new one, in PEM. */
export function makeSquadKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function parse(pem: string): KeyObject {
  if (pem.includes('PUBLIC KEY')) {
    throw new SiteError(
      'key',
      'This is the public half of a key: what signs is the private key, which the squad keeps.',
    );
  }
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is of the kind ${key.asymmetricKeyType}`);
    return key;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new SiteError('key', `This is no Ed25519 private key in PEM: ${cause}.`, { cause: error });
  }
}
