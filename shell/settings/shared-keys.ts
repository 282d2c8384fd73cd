import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createFileOnce, KeyFiles, ReleaseError } from '../platform/index.ts';

/** Keys of 32 bytes that programs of a site share. Where they share no folder, each gets them in hex by a variable. */
const sharedKeys = {
  /** Signs preview links; every shell server over the same data uses the same key. */
  preview: 'PREVIEW_KEY',
  /** Signs tokens of page views; the same on every shell server, too. */
  views: 'VIEW_KEY',
  /** Signs the staff page's questions to the API; shell servers and API have the same key. */
  office: 'OFFICE_KEY',
} as const;

/**
 * Gives a shared key as it was given, else from its file, which is made first where there is none.
 *
 * @throws ReleaseError `keys` for a value that is not 64 hexadecimal digits, or a damaged file
 */
export async function ensureKey(keysFolder: string, name: keyof typeof sharedKeys, given?: string): Promise<Buffer> {
  if (given) {
    if (/^[0-9a-f]{64}$/i.test(given)) return Buffer.from(given, 'hex');
    const words = 'must be 64 hexadecimal digits: "openssl rand -hex 32" makes such a key.';
    throw new ReleaseError('keys', `${sharedKeys[name]} ${words}`);
  }
  const path = join(keysFolder, `${name}.key`);
  // Of two processes that make it at once, both read the one that was first.
  if ((await KeyFiles.readSecret(path)) === null) {
    await createFileOnce(path, randomBytes(32).toString('hex'), { mode: 0o600, folderMode: 0o700 });
  }
  const key = Buffer.from((await KeyFiles.readSecret(path)) ?? '', 'hex');
  if (key.length === 32) return key;
  throw new ReleaseError('keys', `The key ${path} is damaged: remove it and a new one is made.`);
}
