import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from 'kit/server/text';
import { createFileOnce } from '../storage/durable-files.ts';
import { fileErrorCode, ReleaseError } from '../storage/release-error.ts';
import { checkKind, keyIdOf, type Signer } from './keys.ts';

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
