import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { compress } from './compression.ts';
import { FileSet } from './file-set.ts';

const script = 'console.log("a script that is long enough to be worth it", "worth it", "worth it");';
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'file-set-'));
  await mkdir(path.join(folder, 'parts'));
  await writeFile(path.join(folder, 'parts/one.js'), script);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function brotliOf(name: string): Promise<Buffer | undefined> {
  return (await (await new FileSet(folder).get(name))?.variantFor('br'))?.body;
}

describe('a set of files', () => {
  it('gives the brotli form that a build left beside a file, and makes it where there is none', async () => {
    expect(brotliDecompressSync((await brotliOf('parts/one.js')) ?? '').toString()).toBe(script);
    const left = await compress(Buffer.from(`${script} // as left by the build`), 'br');
    await writeFile(path.join(folder, 'parts/one.js.br'), left);
    expect(await brotliOf('parts/one.js')).toEqual(left);
  });

  it('does not serve the brotli form of a file as a file, nor what is outside of the folder or came later', async () => {
    await writeFile(path.join(folder, 'parts/one.js.br'), 'compressed');
    await writeFile(path.join(folder, 'alone.br'), 'a file by itself');
    const files = new FileSet(folder);
    await writeFile(path.join(folder, 'later.js'), script);
    for (const name of ['parts/one.js', 'alone.br']) expect(await files.get(name)).toBeDefined();
    for (const name of ['parts/one.js.br', 'later.js', '../one.js', 'parts', '']) {
      expect(files.get(name)).toBeUndefined();
    }
  });
});
