import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { takeDataFolder } from './data-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-folder-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const takeInChild = `
  import { takeDataFolder } from ${JSON.stringify(path.join(import.meta.dirname, 'data-folder.ts'))};
  await takeDataFolder(process.argv[1]);
  process.stdout.write('taken');
  setInterval(() => {}, 1000);
`;

/** Another process that holds the folder until it is killed. */
async function holdInChild(): Promise<{ kill: () => Promise<void> }> {
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', takeInChild, folder]);
  await once(child.stdout, 'data', { signal: AbortSignal.timeout(30_000) });
  return {
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

describe('the data folder', () => {
  it('is refused while another process holds it, which is named, and can be taken at once when that was killed', async () => {
    const holder = await holdInChild();
    await expect(takeDataFolder(folder)).rejects.toThrow(
      /Another instance \(process \d+\) already runs on the data folder/,
    );
    await holder.kill();
    // Its holder was killed, and gave nothing back.
    const { release } = await takeDataFolder(folder);
    release();
  });

  it('can be taken again after it was released', async () => {
    (await takeDataFolder(folder)).release();
    (await takeDataFolder(folder)).release();
  });

  it('goes to one of twenty that find the same stale lock', async () => {
    await writeFile(path.join(folder, 'site.lock'), '{"pid":1,"startedAt":"before the flood"}');
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => takeDataFolder(folder)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readFile(path.join(folder, 'site.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  });

  it('can be taken over a lock that a power cut damaged', async () => {
    await writeFile(path.join(folder, 'site.lock'), '\0\0\0\0');
    (await takeDataFolder(folder)).release();
  });

  it('is refused while it holds a restore that was cut off', async () => {
    await mkdir(path.join(folder, 'restoring'));
    await expect(takeDataFolder(folder)).rejects.toThrow(
      `A restore into ${folder} was cut off, and nothing in it may be used: remove the folder and restore again.`,
    );
    expect(await readdir(folder)).toEqual(['restoring']);
  });

  it('is named when it cannot be made', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    await expect(takeDataFolder(path.join(file, 'data'))).rejects.toThrow(
      /The data folder .* cannot be written \(ENOTDIR\): a file is where a folder should be/,
    );
    await expect(takeDataFolder(file)).rejects.toThrow(/cannot be written \(EEXIST\): a file is where the folder/);
  });

  it('is named when a folder has the name of its lock, and nothing is removed', async () => {
    await mkdir(path.join(folder, 'site.lock/kept'), { recursive: true });
    await expect(takeDataFolder(folder)).rejects.toThrow(/a folder is where the file of its lock should be/);
    expect(await readdir(path.join(folder, 'site.lock'))).toEqual(['kept']);
  });
});

/** The error message of a process that tries to use a data folder. */
async function refusalOf([command = '', ...args]: string[], dataFolder: string): Promise<string> {
  const take = [process.execPath, '--no-warnings', '--input-type=module', '-e', takeInChild, dataFolder];
  const child = spawn(command, [...args, ...take], { signal: AbortSignal.timeout(30_000) });
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return said;
}

describe('a data folder that cannot be', () => {
  it('is named below /proc, where no folder can be made', async () => {
    await expect(takeDataFolder('/proc/no-such-folder/data')).rejects.toThrow(
      'The data folder /proc/no-such-folder/data cannot be written (ENOENT): no folder can be made there',
    );
  });

  // A separate mount namespace for the child.
  const mounted = (script: string) => ['unshare', '--map-root-user', '--mount', 'sh', '-ec', script, 'sh'];
  const mount = () => `mount -t tmpfs -o size=16k,mode=755 tmpfs ${folder};`;
  const mayMount = spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0;
  const whereMountable = mayMount ? it : it.skip;
  if (!mayMount) console.log('Full and read-only disks are not tried: this system lets nobody mount one of their own.');

  whereMountable('is named on a full disk', async () => {
    const fill = `${mount()} head -c 1M /dev/zero > ${folder}/fill 2>&- || true; exec "$@"`;
    const message = await refusalOf(mounted(fill), folder);
    expect(message).toMatch(/The data folder .* cannot be written \(ENOSPC\): its disk is full/);
  });

  whereMountable('is named on a disk that is mounted read-only', async () => {
    const message = await refusalOf(mounted(`${mount()} mount -o remount,ro ${folder}; exec "$@"`), folder);
    expect(message).toMatch(/The data folder .* cannot be written \(EROFS\): it lies on a file system .* read-only/);
  });
});
