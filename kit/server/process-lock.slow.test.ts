/** @jest-environment node */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { machineStart, startOf, takeProcessLock } from './process-lock';

let folder: string;
let lock: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'process-lock-'));
  lock = join(folder, 'one.lock');
});

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  rmSync(folder, { recursive: true, force: true });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Runs a module in another process, which knows the lock as `lock` and can write a line with `note`. */
function run(source: string): ChildProcess {
  const head = `
    import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { LockHeldError, takeProcessLock } from ${JSON.stringify(join(import.meta.dirname, 'process-lock.ts'))};
    const [lock, log] = process.argv.slice(1);
    const note = (words) => appendFileSync(log, process.pid + ' ' + words + '\\n');
    const take = async () => {
      for (;;) {
        try { return await takeProcessLock(lock); }
        catch (error) { if (!(error instanceof LockHeldError)) throw error; }
        await sleep(Math.random() * 3);
      }
    };`;
  const args = ['--no-warnings', '--input-type=module', '-e', head + source, lock, join(folder, 'log')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function holdInChild(): Promise<ChildProcess> {
  const child = run(`await takeProcessLock(lock); process.stdout.write('taken'); setInterval(() => {}, 1000);`);
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
}

function replace(file: string, content: string): void {
  rmSync(file);
  writeFileSync(file, content);
}

/** Counts how often a process held the lock while another one did. */
function overlaps(): { entered: number; overlapping: number } {
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
  const inside = new Set<string>();
  const counts = { entered: 0, overlapping: 0 };
  for (const line of lines) {
    const [pid = '', what] = line.split(' ');
    if (what === 'leaves') inside.delete(pid);
    else {
      counts.entered += 1;
      if (inside.size > 0) counts.overlapping += 1;
      inside.add(pid);
    }
  }
  return counts;
}

describe('a lock of processes', () => {
  it.each([
    ['gives it back each time', 'release();'],
    [
      'finds it damaged by a power cut each time',
      `writeFileSync(log + process.pid, '\\0\\0\\0\\0'); renameSync(log + process.pid, lock); release();`,
    ],
  ])('is held by one of four processes at a time when each %s', async (_name, leave) => {
    const rounds = `
      for (let round = 0; round < 8; round++) {
        const release = await take();
        note('enters'); await sleep(Math.random() * 2); note('leaves');
        ${leave}
        await sleep(Math.random());
      }`;
    const ends = Array.from({ length: 4 }, () => once(run(rounds), 'exit'));
    for (const [code] of await Promise.all(ends)) expect(code).toBe(0);
    expect(overlaps()).toEqual({ entered: 32, overlapping: 0 });
  });

  it('is held by one of four processes at a time when each is killed while it holds it', async () => {
    const die = `await take(); note('enters'); await sleep(100); note('leaves'); process.kill(process.pid, 'SIGKILL');`;
    const takeTurns = async () => {
      for (let turn = 0; turn < 2; turn++) await once(run(die), 'exit');
    };
    await Promise.all(Array.from({ length: 4 }, takeTurns));
    expect(overlaps()).toEqual({ entered: 8, overlapping: 0 });
  });

  it('is refused while its holder lives, which is named, also when its file was damaged, replaced or removed', async () => {
    const holder = await holdInChild();
    for (const change of [
      () => undefined,
      () => writeFileSync(lock, '\0\0\0\0'),
      () => replace(lock, `999999999 1\n${machineStart()}\n`),
      () => rmSync(lock),
    ]) {
      change();
      await expect(takeProcessLock(lock)).rejects.toMatchObject({ pid: holder.pid });
    }
    await kill(holder);
    (await takeProcessLock(lock))();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['of zeros, as a power cut leaves it', '\0\0\0\0'],
    ['that is empty', ''],
    ['that says something else', '{"pid":'],
    ['of a process that is gone', `999999999 12345\n${machineStart()}\n`],
    ['of a pid that another process has now', `${process.pid} 1\n${machineStart()}\n`],
    [
      'of this very pid and start before the machine started anew',
      `${process.pid} ${startOf(process.pid)}\n${'0'.repeat(32)}\n`,
    ],
  ])('does not wait for a file %s', async (_name, content) => {
    writeFileSync(lock, content);
    const release = await takeProcessLock(lock);
    expect(readFileSync(lock, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    release();
    expect(existsSync(lock)).toBe(false);
  });

  it('removes no folder that has its name', async () => {
    mkdirSync(lock);
    writeFileSync(join(lock, 'kept'), '');
    await expect(takeProcessLock(lock)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['one.lock']);
    expect(readdirSync(lock)).toEqual(['kept']);
  });
});
