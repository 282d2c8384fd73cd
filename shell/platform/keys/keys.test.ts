import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { buildFolder } from '../testing/build-dist.ts';
import { ensurePreviewKey } from './key-files.ts';
import { distrustKey, ensureSigningKeys, loadTrustedKeys, trustKey } from './signing-keys.ts';

let keysFolder: string;

beforeEach(async () => {
  keysFolder = join(await buildFolder(), 'keys');
});

describe('the signing key', () => {
  it('is made once, is the same ever after, and only its owner may read it', async () => {
    const [one, other] = await Promise.all([ensureSigningKeys(keysFolder), ensureSigningKeys(keysFolder)]);
    expect(other.keyId).toBe(one.keyId);
    expect((await ensureSigningKeys(keysFolder)).sign('text')).toBe(one.sign('text'));
    expect((await stat(join(keysFolder, 'release-signing.pem'))).mode & 0o777).toBe(0o600);
    expect((await stat(keysFolder)).mode & 0o777).toBe(0o700);
  });

  it('is trusted where it was made, beside the listed ones', async () => {
    const own = await ensureSigningKeys(keysFolder);
    const { publicKey } = await ensureSigningKeys(await buildFolder());
    const listed = await trustKey(keysFolder, { pem: publicKey, file: 'anna.pem' });
    expect([...(await loadTrustedKeys(keysFolder)).keys()]).toEqual([own.keyId, listed]);
    expect(await distrustKey(keysFolder, listed)).toBe(true);
    expect(await distrustKey(keysFolder, listed)).toBe(false);
    expect([...(await loadTrustedKeys(keysFolder)).keys()]).toEqual([own.keyId]);
  });

  it('is refused by name when it is damaged or of another kind', async () => {
    await mkdir(keysFolder, { recursive: true });
    await writeFile(join(keysFolder, 'release-signing.pem'), 'no key');
    await expect(ensureSigningKeys(keysFolder)).rejects.toThrow(/release-signing\.pem is no Ed25519 key in PEM/);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString();
    await expect(trustKey(keysFolder, { pem: rsa, file: 'rsa.pem' })).rejects.toThrow(/it is of the kind rsa/);
    await expect(trustKey(keysFolder, { pem: '', file: 'empty.pem' })).rejects.toThrow(
      /The key empty\.pem is no Ed25519 key in PEM/,
    );
  });

  it('says so when its folder cannot be made', async () => {
    const file = join(await buildFolder(), 'file');
    await writeFile(file, '');
    await expect(ensureSigningKeys(join(file, 'keys'))).rejects.toThrow(/cannot be (read|written)/);
  });
});

describe('the key of preview links', () => {
  it('is made once and shared by all who use the folder', async () => {
    const [one, other] = await Promise.all([ensurePreviewKey(keysFolder), ensurePreviewKey(keysFolder)]);
    expect(one).toHaveLength(32);
    expect(other.equals(one)).toBe(true);
    expect((await readFile(join(keysFolder, 'preview.key'), 'utf8')).trim()).toBe(one.toString('hex'));
  });

  it('is refused by name when it is damaged', async () => {
    await mkdir(keysFolder, { recursive: true });
    await writeFile(join(keysFolder, 'preview.key'), 'short');
    await expect(ensurePreviewKey(keysFolder)).rejects.toThrow(/preview\.key is damaged: remove it/);
  });
});
