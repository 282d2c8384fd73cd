import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from 'kit/server/text';
import { createFileOnce } from '../storage/durable-files.ts';
import { fileErrorCode, ReleaseError } from '../storage/release-error.ts';
import { checkKind, keyIdOf, type Signer } from './keys.ts';

/** Creates a private key in PEM that only its owner may read. Returns false and changes nothing when the file exists. */
export async function makePrivateKey(file: string): Promise<boolean> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return createFileOnce(file, pem, { mode: 0o600, folderMode: 0o700 });
}

/**
 * Reads a private key. It never creates one, because the site would refuse signatures of an unknown key.
 *
 * @throws ReleaseError `keys` with instructions when the file is missing or holds no such key.
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

export async function readSecret(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return null;
    throw new ReleaseError('keys', `The key ${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * The key files of an installation, where `npm start` has them. Servers need the first two, people who sign the others, whose folder
 * can be moved.
 */
export function keyPlacesIn(keysFolder: string) {
  return {
    /** The public half of the root key. Every server needs it at its start. */
    root: join(keysFolder, 'root.pub'),
    /** Signs only the rollbacks of a shell server: automatic ones and those of staff. */
    guard: join(keysFolder, 'guard.pem'),
    /** Signs releases and switches of the command line. */
    signer: join(keysFolder, 'private/site.pem'),
    /** Signs the list of keys and their rights. */
    rootSigner: join(keysFolder, 'private/root.pem'),
  };
}

export type KeyPlaces = ReturnType<typeof keyPlacesIn>;
