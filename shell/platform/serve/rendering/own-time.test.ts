import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OwnTime } from './process-time.ts';

describe('the own time of processes', () => {
  let waited: Map<number, number>;
  let clock: OwnTime;

  beforeEach(() => {
    jest.useFakeTimers();
    waited = new Map([
      [1, 5000],
      [2, 0],
    ]);
    clock = new OwnTime(
      () => [...waited.keys()],
      (pid) =>
        new Map([
          ['its first', waited.get(pid) ?? 0],
          ['another', 3],
        ]),
    );
  });

  afterEach(() => {
    clock.stop();
    jest.useRealTimers();
  });

  /** Time goes on by a tenth of a second each, of which a process waits so much. */
  function pass(tenths: number, { waiting = 0, pid = 1 } = {}): void {
    for (let tenth = 0; tenth < tenths; tenth += 1) {
      waited.set(pid, (waited.get(pid) ?? 0) + waiting);
      jest.advanceTimersByTime(100);
    }
  }

  it('is that of the clock while none of them waits, whatever it had waited before', () => {
    pass(10);
    expect(clock.elapsed).toBe(1000);
  });

  it('stands still while one is kept waiting', () => {
    pass(10, { waiting: 80 });
    expect(clock.elapsed).toBeCloseTo(200);
    pass(10, { waiting: 300, pid: 2 });
    expect(clock.elapsed).toBeCloseTo(200);
  });

  it('ends what hangs at its limit, be it at work or waiting for nothing', () => {
    const ends: string[] = [];
    clock.after(1000, (end) => ends.push(end));
    pass(9);
    expect(ends).toEqual([]);
    pass(20);
    expect(ends).toEqual(['over']);
  });

  it('gives what is starved longer, and not for ever', () => {
    const ends: string[] = [];
    clock.after(1000, (end) => ends.push(end));
    pass(50, { waiting: 95 });
    expect(ends).toEqual([]);
    pass(10, { waiting: 100 });
    expect(ends).toEqual(['starved']);
  });

  it('tells nobody who has asked not to be told', () => {
    const onEnd = jest.fn();
    clock.after(500, onEnd)();
    pass(10);
    expect(onEnd).not.toHaveBeenCalled();
  });
});

describe('a process that others keep from working', () => {
  const children: ChildProcess[] = [];
  const burn = () => {
    const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    children.push(child);
    return child.pid ?? 0;
  };

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  it('has hardly any time of its own', async () => {
    const starved = burn();
    setPriority(starved, 19);
    for (let one = 0; one < availableParallelism() * 2; one += 1) burn();
    // Until they run.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const clock = new OwnTime(() => [starved]);
    const began = performance.now();
    const share = () => clock.elapsed / (performance.now() - began);
    // The system tells of a wait when it is over, and on a busy machine one is long.
    do await new Promise((resolve) => setTimeout(resolve, 1000));
    while (share() >= 0.5 && performance.now() - began < 20_000);
    clock.stop();
    expect(share()).toBeLessThan(0.5);
  }, 30_000);
});
