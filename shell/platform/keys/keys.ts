import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { createFileOnce } from '../storage/durable-files.ts';
import { fileErrorCode, ReleaseError } from '../storage/release-error.ts';
import { messageOf } from '../storage/text.ts';

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

/** A public key as somebody gave it: the text of a PEM file, and the file's name for messages. */
interface GivenKey {
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
function checkKind(name: string, parse: () => KeyObject): KeyObject {
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
  /** Of the entry as JSON, in hex. */
  sha256: string;
  signatures: readonly Signature[];
  /** The whole as it is stored: another order of its keys would have another hash. */
  text: string;
}

/** Signs an entry by its hash. */
export function signHash(sha256: string, signer: Signer): Signature {
  return { keyId: signer.keyId, signature: signer.sign(textOf(sha256)) };
}

/** What squads sign as well: `revisionSigningText` of the contract says it to them. */
function textOf(sha256: string): string {
  return `release platform, composition 1\n${sha256}`;
}

/** Whether a key made a signature over the entry with this hash. */
export function isSignedBy(sha256: string, { signature }: Signature, key: KeyObject): boolean {
  return verify(null, Buffer.from(textOf(sha256)), key, Buffer.from(signature, 'base64'));
}

/** How a file is made that only its owner may read. */
const privateFile = { mode: 0o600, folderMode: 0o700 };

/** Null when there is no such file. */
export async function readSecret(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return null;
    throw new ReleaseError('keys', `The key ${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/** Keys of 32 bytes that programs of a site share: where they share no folder, each is given them in hex by a variable. */
const sharedKeys = {
  /** Preview links are signed with it; every shell server over the same data uses the same one. */
  preview: 'PREVIEW_KEY',
  /** Tokens of page views are signed with it; the same on every shell server, too. */
  views: 'VIEW_KEY',
  /** The staff page's questions to the API are signed with it; shell servers and API have the same one. */
  office: 'OFFICE_KEY',
} as const;

/** Gives a shared key as it was given, else from its file, which is made first where there is none. */
export async function ensureKey(keysFolder: string, name: keyof typeof sharedKeys, given?: string): Promise<Buffer> {
  if (given) {
    if (/^[0-9a-f]{64}$/i.test(given)) return Buffer.from(given, 'hex');
    const words = 'must be 64 hexadecimal digits: "openssl rand -hex 32" makes such a key.';
    throw new ReleaseError('keys', `${sharedKeys[name]} ${words}`);
  }
  const path = join(keysFolder, `${name}.key`);
  // Of two processes that make it at once, both read the one that was first.
  if ((await readSecret(path)) === null) await createFileOnce(path, randomBytes(32).toString('hex'), privateFile);
  const key = Buffer.from((await readSecret(path)) ?? '', 'hex');
  if (key.length === 32) return key;
  throw new ReleaseError('keys', `The key ${path} is damaged: remove it and a new one is made.`);
}

/** The files of an installation's keys. Processes that serve need the first two; whoever signs has the others. */
export interface KeyPlaces {
  /** The public half of the root key, which every server is started with. */
  root: string;
  /** Signs what a shell server does by itself or for staff: steps back, nothing else. */
  guard: string;
  /** Signs what is done by commands: releases and switches. */
  signer: string;
  /** Signs the list of keys and their rights. */
  rootSigner: string;
}

/** Where `npm start` keeps them: private keys of people in a folder of their own, so that it can be kept elsewhere. */
export function keyPlacesIn(keysFolder: string): KeyPlaces {
  return {
    root: join(keysFolder, 'root.pub'),
    guard: join(keysFolder, 'guard.pem'),
    signer: join(keysFolder, 'private/site.pem'),
    rootSigner: join(keysFolder, 'private/root.pem'),
  };
}
