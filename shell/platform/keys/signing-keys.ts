import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { fileErrorCode } from '../file-error-code.ts';
import { messageOf } from '../message-of.ts';
import { ReleaseError } from '../release-error.ts';
import { createFileOnce } from '../store/durable-files.ts';
import { asUnwritable } from '../store/store-errors.ts';
import { readOrCreateSecret, readSecret } from './key-files.ts';

const privateKeyFile = 'release-signing.pem';

export interface SigningKeys {
  /** The first 16 hex digits of the SHA-256 of the public key. */
  keyId: string;
  /** PEM, to be trusted elsewhere. */
  publicKey: string;
  /** Ed25519 signature in base64. */
  sign(content: string): string;
}

/** The key pair of this installation, made on first use. Its public half is always trusted here. */
export async function ensureSigningKeys(keysFolder: string): Promise<SigningKeys> {
  const pem = await readOrCreateSecret(keysFolder, privateKeyFile, () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const privateKey = parseKey(join(keysFolder, privateKeyFile), () => createPrivateKey(pem));
  const publicKey = createPublicKey(privateKey);
  return {
    keyId: keyIdOf(publicKey),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (content) => sign(null, Buffer.from(content), privateKey).toString('base64'),
  };
}

/** Public keys whose releases may go live, by key id: this installation's own, and every PEM file in `trusted`. */
export async function loadTrustedKeys(keysFolder: string): Promise<Map<string, KeyObject>> {
  const trusted = new Map<string, KeyObject>();
  const own = await readSecret(join(keysFolder, privateKeyFile));
  if (own !== null) {
    const key = parseKey(join(keysFolder, privateKeyFile), () => createPublicKey(own));
    trusted.set(keyIdOf(key), key);
  }
  for (const name of await listTrustedFiles(keysFolder)) {
    const path = join(keysFolder, 'trusted', name);
    const pem = (await readSecret(path)) ?? '';
    const key = parseKey(path, () => createPublicKey(pem));
    trusted.set(keyIdOf(key), key);
  }
  return trusted;
}

/** A public key as somebody gave it: the text of a PEM file, and the file's name for messages. */
export interface GivenKey {
  pem: string;
  file: string;
}

/** The id of a public key. */
export function keyIdOfPem({ pem, file }: GivenKey): string {
  return keyIdOf(parseKey(file, () => createPublicKey(pem)));
}

/** Trusts a public key and gives its id. */
export async function trustKey(keysFolder: string, { pem, file }: GivenKey): Promise<string> {
  const key = parseKey(file, () => createPublicKey(pem));
  const keyId = keyIdOf(key);
  const path = join(keysFolder, 'trusted', `${keyId}.pem`);
  await asUnwritable(path, async () => {
    await makeFolder(join(keysFolder, 'trusted'), 0o700);
    await createFileOnce(path, key.export({ type: 'spki', format: 'pem' }).toString());
  });
  return keyId;
}

/** Takes trust away from a key. False when it was not in the list. */
export async function distrustKey(keysFolder: string, keyId: string): Promise<boolean> {
  for (const name of await listTrustedFiles(keysFolder)) {
    const path = join(keysFolder, 'trusted', name);
    const pem = (await readSecret(path)) ?? '';
    if (keyIdOf(parseKey(path, () => createPublicKey(pem))) !== keyId) continue;
    await asUnwritable(path, () => rm(path));
    return true;
  }
  return false;
}

async function listTrustedFiles(keysFolder: string): Promise<string[]> {
  try {
    return (await readdir(join(keysFolder, 'trusted'))).filter((name) => /^[^.].*\.pem$/.test(name));
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return [];
    throw new ReleaseError('keys', `The trusted keys cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function parseKey(path: string, parse: () => KeyObject): KeyObject {
  try {
    const key = parse();
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is of the kind ${key.asymmetricKeyType}`);
    return key;
  } catch (error) {
    throw new ReleaseError('keys', `The key ${path} is no Ed25519 key in PEM: ${messageOf(error)}`, { cause: error });
  }
}

function keyIdOf(publicKey: KeyObject): string {
  const content = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
