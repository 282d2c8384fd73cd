import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { buildFolder } from '../platform/testing/build-dist.ts';
import { ensureKey } from './site-platform.ts';

let keysFolder: string;

beforeEach(async () => {
  keysFolder = join(await buildFolder(), 'keys');
});

describe('the key of preview links', () => {
  it('is made once and shared by all who use the folder', async () => {
    const [one, other] = await Promise.all([ensureKey(keysFolder, 'preview'), ensureKey(keysFolder, 'preview')]);
    expect(one).toHaveLength(32);
    expect(other.equals(one)).toBe(true);
    expect((await readFile(join(keysFolder, 'preview.key'), 'utf8')).trim()).toBe(one.toString('hex'));
  });

  it('is refused by name when it is damaged', async () => {
    await mkdir(keysFolder, { recursive: true });
    await writeFile(join(keysFolder, 'preview.key'), 'short');
    await expect(ensureKey(keysFolder, 'preview')).rejects.toThrow(/preview\.key is damaged: remove it/);
  });
});
