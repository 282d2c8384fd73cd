import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { messageOf } from 'kit/server/text';
import * as z from 'zod/mini';
import { ReleaseError } from '../storage/release-error.ts';

/** Signs with the private half of an Ed25519 key pair. */
export interface Signer {
  keyId: string;
  publicKey: KeyObject;
  /** Signature in base64. */
  sign(content: string): string;
}

/** Parses an Ed25519 public key in PEM. Throws a ReleaseError `keys` with the file's name when it is invalid. */
export function parsePublicKey({ pem, file }: { pem: string; file: string }): KeyObject {
  // Node would accept a private key and use its public half. We refuse it, so that people do not send private keys.
  if (pem.includes('PRIVATE KEY')) {
    throw new ReleaseError('keys', `${file} is a private key, which never leaves its owner: give its public half.`);
  }
  return checkKind(file, () => createPublicKey(pem));
}

/** Encodes a public key as in the log: base64 of its SPKI. */
export function encodePublicKey(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Decodes a public key of the log. Throws a ReleaseError `keys` when it is invalid. */
export function decodePublicKey(text: string): KeyObject {
  const key = Buffer.from(text, 'base64');
  return checkKind(`"${text.slice(0, 20)}..."`, () => createPublicKey({ key, type: 'spki', format: 'der' }));
}

export function publicKeyPem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

/** The first 16 hex digits of the SHA-256 of a public key. */
export function keyIdOf(publicKey: KeyObject): string {
  const content = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Returns the {@link keyIdOf} a public key of the log. Throws a ReleaseError `keys` when it is invalid. */
export function keyIdOfText(publicKey: string): string {
  return keyIdOf(decodePublicKey(publicKey));
}

/** Parses a key. Throws a ReleaseError `keys` when that fails or the key is of another kind. */
export function checkKind(name: string, parse: () => KeyObject): KeyObject {
  try {
    const key = parse();
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is of the kind ${key.asymmetricKeyType}`);
    return key;
  } catch (error) {
    throw new ReleaseError('keys', `The key ${name} is no Ed25519 key in PEM: ${messageOf(error)}`, { cause: error });
  }
}

export const signatureSchema = z.strictObject({
  keyId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** Ed25519, base64. */
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
});

export type Signature = z.infer<typeof signatureSchema>;

/** An entry of the log as it is stored. */
export interface SignedEntry<Entry> {
  entry: Entry;
  /** SHA-256 of the entry as JSON, in hex. */
  sha256: string;
  signatures: readonly Signature[];
  /** The stored text. The hash depends on the order of the members, so the text is not serialised again. */
  text: string;
}

export function signHash(sha256: string, signer: Signer): Signature {
  return { keyId: signer.keyId, signature: signer.sign(textOf(sha256)) };
}

/** The signed text. Squads build the same text with `revisionSigningText` of the contract. */
function textOf(sha256: string): string {
  return `release platform, composition 1\n${sha256}`;
}

export function isSignedBy(sha256: string, signature: Signature, key: KeyObject): boolean {
  return verify(null, Buffer.from(textOf(sha256)), key, Buffer.from(signature.signature, 'base64'));
}
