import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Default interval at which the wait times of processes are read, in milliseconds. */
const shortPeriod = 100;
/** The limit in elapsed time is this multiple of the limit in own time. */
const maxStretch = 6;

/** Reads how long each thread of a process has waited for a processor, in milliseconds. Empty where the system has no such data. */
type ReadWaited = (pid: number) => ReadonlyMap<string, number>;

type OwnTimeEnd = 'over' | 'starved';

/**
 * A clock that pauses while the measured processes wait for a processor, so that a busy machine does not fail a test. A
 * process that hangs gets no extra time, whether it computes or sleeps. Without wait times of the system (only Linux has
 * them) it is an ordinary clock.
 */
export class OwnTime {
  readonly #pids: () => readonly number[];
  readonly #read: ReadWaited;
  readonly #timer: NodeJS.Timeout;
  readonly #waiting = new Set<() => void>();
  #waited = new Map<number, ReadonlyMap<string, number>>();
  readonly #madeAt = performance.now();
  #delay = 0;
  #elapsed = 0;

  /**
   * @param pids returns the measured processes, with those that started later.
   * @param period the interval of the reads, in milliseconds. Each read opens a file for every thread.
   */
  constructor(pids: () => readonly number[], read: ReadWaited = readWaited, period = shortPeriod) {
    this.#pids = pids;
    this.#read = read;
    this.#look();
    this.#timer = setInterval(() => this.#look(), period).unref();
  }

  /** Milliseconds since its creation. */
  get elapsed(): number {
    return this.#elapsed;
  }

  /**
   * Calls back after so many milliseconds: `over`, or `starved` when six times as much time has elapsed. Returns a function
   * that cancels it.
   */
  after(limit: number, onEnd: (end: OwnTimeEnd) => void): () => void {
    const [began, beganAt] = [this.#elapsed, performance.now()];
    const ask = () => {
      const isOver = this.#elapsed - began >= limit;
      if (!isOver && performance.now() - beganAt < limit * maxStretch) return;
      this.#waiting.delete(ask);
      onEnd(isOver ? 'over' : 'starved');
    };
    this.#waiting.add(ask);
    return () => void this.#waiting.delete(ask);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#waiting.clear();
  }

  #look(): void {
    const waited = new Map(this.#pids().map((pid) => [pid, this.#read(pid)]));
    this.#delay += Math.max(0, ...[...waited].map(([pid, threads]) => delaySince(this.#waited.get(pid), threads)));
    this.#waited = waited;
    // The system adds a wait only after its end. The clock then pauses until it is correct again.
    this.#elapsed = Math.max(this.#elapsed, performance.now() - this.#madeAt - this.#delay);
    for (const ask of [...this.#waiting]) ask();
  }
}

/** Uses the thread that waited longest, because other threads and processes may depend on it. A new process has no data yet. */
function delaySince(before: ReadonlyMap<string, number> | undefined, now: ReadonlyMap<string, number>): number {
  if (!before) return 0;
  return Math.max(0, ...[...now].map(([thread, total]) => total - (before.get(thread) ?? 0)));
}

function readWaited(pid: number): ReadonlyMap<string, number> {
  const waited = new Map<string, number>();
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const [, nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ');
      waited.set(thread, Number(nanoseconds) / 1e6 || 0);
    }
  } catch {
    // It has ended, or the system keeps no such count.
  }
  return waited;
}

/** The priority of a process that takes long, so that short tasks run first. */
const niceness = 15;
/** Linux counts times of processes in hundredths of a second, on every machine (USER_HZ). */
const tick = 10;

/**
 * Lowers the priority of a process that uses more processor time than this, in milliseconds. It measures processor time and
 * not elapsed time, because on a busy machine every process is slow. Works only on Linux.
 *
 * @returns Ends the watch and gives the process its priority back: false when the system does not allow that, as it does not
 *   for a server without the rights of root.
 */
export function lowerWhenGreedy(pid: number, most: number): () => boolean {
  const before = processorTimeOf(pid);
  let priority: number | null = null;
  const timer = setInterval(() => {
    if (processorTimeOf(pid) - before < most) return;
    clearInterval(timer);
    priority = getPriority(pid);
    setPriorityOfAll(pid, niceness);
  }, most).unref();
  return () => {
    clearInterval(timer);
    return priority === null || setPriorityOfAll(pid, priority);
  };
}

/** Returns the processor time of a process in milliseconds; 0 where the system does not report it. */
function processorTimeOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The process name, in brackets, may contain spaces and brackets, so the fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tick;
  } catch {
    return 0;
  }
}

/** Returns false when it was not set for every thread. On Linux each thread has its own priority. */
function setPriorityOfAll(pid: number, priority: number): boolean {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority);
    return true;
  } catch {
    // The process has ended, or the system has no such list or denies access.
    return false;
  }
}
