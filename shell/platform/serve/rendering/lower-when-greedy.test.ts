import { type ChildProcess, spawn } from 'node:child_process';
import { getPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '../../testing/until.ts';
import { lowerWhenGreedy } from './process-time.ts';

let child: ChildProcess;
let stop: () => boolean;

afterEach(() => {
  stop();
  child.kill('SIGKILL');
});

function start(program: string): number {
  child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
  const { pid } = child;
  if (pid === undefined) throw new Error('no process was started');
  stop = lowerWhenGreedy(pid, 100);
  return pid;
}

describe('a process that is watched', () => {
  it('comes behind all others once it has had its share of the processor', async () => {
    const pid = start('for (;;);');
    await until(() => getPriority(pid) === 15);
  });

  it('has its priority back afterwards, or is said to be without it', async () => {
    const pid = start('for (;;);');
    await until(() => getPriority(pid) === 15);
    const isBack = stop();
    expect(getPriority(pid)).toBe(isBack ? getPriority() : 15);
  });

  it('keeps its place while it waits, however long that is', async () => {
    const pid = start('setTimeout(() => {}, 60_000)');
    await delay(1500);
    expect(getPriority(pid)).toBe(getPriority());
  });
});
