import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
  it('is refused while another process holds it, which is named', async () => {
    const holder = await holdInChild();
    await expect(takeDataFolder(folder)).rejects.toThrow(
      /Another instance \(process \d+\) already runs on the data folder/,
    );
    await holder.kill();
  });

  it('can be taken at once when its holder was killed', async () => {
    const holder = await holdInChild();
    await holder.kill();
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
    expect(JSON.parse(await readFile(path.join(folder, 'site.lock'), 'utf8')).pid).toBe(process.pid);
  });

  it('is named when it cannot be made', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    await expect(takeDataFolder(path.join(file, 'data'))).rejects.toThrow(
      /The data folder .* cannot be written \(ENOTDIR\)/,
    );
  });
});
