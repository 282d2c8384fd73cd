import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { buildFolder } from '../testing/build-dist.ts';
import { makePrivateKey, readSigner } from './key-files.ts';
import { parsePublicKey, publicKeyPem } from './keys.ts';

let keysFolder: string;

beforeEach(async () => {
  keysFolder = join(await buildFolder(), 'keys');
});

describe('a signing key', () => {
  const file = () => join(keysFolder, 'anna.pem');

  it('is made once, is the same ever after, and only its owner may read it', async () => {
    expect(await Promise.all([makePrivateKey(file()), makePrivateKey(file())])).toContain(true);
    const one = await readSigner(file());
    expect(await makePrivateKey(file())).toBe(false);
    expect((await readSigner(file())).sign('text')).toBe(one.sign('text'));
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(keysFolder)).mode & 0o777).toBe(0o700);
  });

  it('is never made anew when it is lost: the sentence says what to do', async () => {
    await expect(readSigner(file())).rejects.toThrow(
      /^There is no private key at .*anna\.pem: run this where the key is kept, or name its file by SIGNING_KEY/,
    );
  });

  it('is refused by name when it is damaged or of another kind', async () => {
    await mkdir(keysFolder, { recursive: true });
    await writeFile(file(), 'no key');
    await expect(readSigner(file())).rejects.toThrow(/anna\.pem is no Ed25519 key in PEM/);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(() => parsePublicKey({ pem, file: 'rsa.pem' })).toThrow(/it is of the kind rsa/);
    expect(() => parsePublicKey({ pem: '', file: 'empty.pem' })).toThrow(/The key empty\.pem is no Ed25519 key in PEM/);
  });

  it('is not taken for a public one: nobody gets used to handing it around', async () => {
    await makePrivateKey(file());
    const pem = await readFile(file(), 'utf8');
    expect(() => parsePublicKey({ pem, file: 'anna.pem' })).toThrow(/anna\.pem is a private key, which never leaves/);
    const { publicKey, keyId } = await readSigner(file());
    expect(publicKeyPem(parsePublicKey({ pem: publicKeyPem(publicKey), file: 'anna.pub' }))).toContain('PUBLIC KEY');
    expect(keyId).toMatch(/^[0-9a-f]{16}$/);
  });

  it('says so when its folder cannot be made', async () => {
    const blocked = join(await buildFolder(), 'file');
    await writeFile(blocked, '');
    await expect(makePrivateKey(join(blocked, 'keys/anna.pem'))).rejects.toThrow(/cannot be (read|written)/);
  });
});
