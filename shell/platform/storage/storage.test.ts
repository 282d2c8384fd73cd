import { readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildFolder } from '../testing/build-dist.ts';
import { describeObjectStorage } from '../testing/describe-object-storage.ts';
import { FolderStorage } from './folder.ts';

// A bucket is tried by s3.ci.test.ts.
describeObjectStorage('a folder', async () => {
  const folder = await buildFolder();
  return () => new FolderStorage(join(folder, 'not-there-yet'));
});

describe('a folder', () => {
  let folder: string;
  let storage: FolderStorage;

  beforeEach(async () => {
    folder = await buildFolder();
    storage = new FolderStorage(folder);
  });

  it('follows no link and says so', async () => {
    await writeFile(join(folder, 'secret'), 'secret');
    await symlink(join(folder, 'secret'), join(folder, 'link'));
    await expect(storage.get('link')).rejects.toThrow(/link: it is a link\.$/);
  });

  it('shows no unfinished write, and removes one whose writer was stopped a day ago', async () => {
    await storage.put('logs/1', 'one');
    const [old, recent] = ['.writing-old', '.writing-recent'].map((name) => join(folder, 'logs', name));
    for (const path of [old, recent]) await writeFile(path ?? '', 'half');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(old ?? '', yesterday, yesterday);
    expect((await storage.list('')).map(({ key }) => key)).toEqual(['logs/1']);
    expect((await readdir(join(folder, 'logs'))).sort()).toEqual(['.writing-recent', '1']);
  });

  it('leaves the unfinished write of another process alone where its own clock is days ahead', async () => {
    const path = join(folder, 'logs', '.writing-now');
    await storage.put('logs/1', 'one');
    await writeFile(path, 'half');
    const ahead = Date.now() + 48 * 3_600_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(ahead);
    await storage.list('');
    clock.mockRestore();
    expect((await readdir(join(folder, 'logs'))).sort()).toEqual(['.writing-now', '1']);
  });

  it('says in words why it cannot be written', async () => {
    await storage.put('logs', 'a file in the place of a folder');
    await expect(storage.put('logs/1', 'one')).rejects.toMatchObject({
      code: 'store-unwritable',
      message: expect.stringMatching(/^The release store cannot be written at .*logs\/1: a part of its path is a file/),
    });
  });
});
