import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { messageOf } from '../message-of.ts';
import { ReleaseError } from '../release-error.ts';

/** A public key as somebody gave it: the text of a PEM file, and the file's name for messages. */
export interface GivenKey {
  pem: string;
  file: string;
}

/** Reads an Ed25519 public key in PEM. Throws a ReleaseError `keys` that names its file when it is none. */
export function parsePublicKey({ pem, file }: GivenKey): KeyObject {
  // A private key would be read as well, by its public half: nobody should be used to handing one around.
  if (pem.includes('PRIVATE KEY')) {
    throw new ReleaseError('keys', `${file} is a private key, which never leaves its owner: give its public half.`);
  }
  return checkKind(file, () => createPublicKey(pem));
}

/** The text that a public key is kept as in the rights log: base64 of its SPKI. */
export function encodePublicKey(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Back from there. Throws a ReleaseError `keys` when it is none. */
export function decodePublicKey(text: string): KeyObject {
  const key = Buffer.from(text, 'base64');
  return checkKind(`"${text.slice(0, 20)}..."`, () => createPublicKey({ key, type: 'spki', format: 'der' }));
}

/** PEM, to be written to a file. */
export function publicKeyPem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

/** The first 16 hex digits of the SHA-256 of a public key. */
export function keyIdOf(publicKey: KeyObject): string {
  const content = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Gives the key unless it cannot be read or is of another kind. */
export function checkKind(name: string, parse: () => KeyObject): KeyObject {
  try {
    const key = parse();
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is of the kind ${key.asymmetricKeyType}`);
    return key;
  } catch (error) {
    throw new ReleaseError('keys', `The key ${name} is no Ed25519 key in PEM: ${messageOf(error)}`, { cause: error });
  }
}
