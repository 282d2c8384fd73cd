import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Between two looks at how long processes were kept waiting, in milliseconds, unless said. */
const shortPeriod = 100;
/** By the clock nothing gets more than so many times its own time. */
const mostStretch = 6;

/** How long each thread of a process has stood ready while others had the processors, in milliseconds; none where nobody says. */
type ReadWaited = (pid: number) => ReadonlyMap<string, number>;

type OwnTimeEnd = 'over' | 'starved';

/**
 * A clock that stands still while processes are kept waiting for a processor: that a machine has much else to do is no fault
 * of what is tried on it. Whoever hangs has no more time than before, be it by working or by waiting for nothing. Where the
 * system does not say how long processes wait (it does on Linux), it goes like any other.
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
   * @param pids the processes that work for what is tried, also those that came later.
   * @param period between two looks, in milliseconds: each reads a file for every thread.
   */
  constructor(pids: () => readonly number[], read: ReadWaited = readWaited, period = shortPeriod) {
    this.#pids = pids;
    this.#read = read;
    this.#look();
    this.#timer = setInterval(() => this.#look(), period).unref();
  }

  /** Milliseconds since it was made. */
  get elapsed(): number {
    return this.#elapsed;
  }

  /**
   * Tells when so many milliseconds have passed: `over`, or `starved` where it took six times as long by the clock. Gives
   * how to end that.
   */
  after(limit: number, onEnd: (end: OwnTimeEnd) => void): () => void {
    const [began, beganAt] = [this.#elapsed, performance.now()];
    const ask = () => {
      const isOver = this.#elapsed - began >= limit;
      if (!isOver && performance.now() - beganAt < limit * mostStretch) return;
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
    // The system counts how long somebody waited once that is over: the clock stands still until it is right again.
    this.#elapsed = Math.max(this.#elapsed, performance.now() - this.#madeAt - this.#delay);
    for (const ask of [...this.#waiting]) ask();
  }
}

/** By the thread that waited for longest: the others may well wait for that one, as may other processes. Of a new process nothing is known yet. */
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

/** Of a process that takes long: whoever needs a moment comes before it. */
const niceness = 15;
/** Linux counts times of processes in hundredths of a second, on every machine (USER_HZ). */
const tick = 10;

/**
 * Lets everybody else have the processor before a process that takes more of it than this, in milliseconds, until the function
 * that it gives is called. By what it took and not by the clock: on a busy machine all are late, and whoever is put
 * behind the others for that never ends. Only where the system tells both (Linux).
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

/** What a process has had of the processors so far, in milliseconds; 0 where nobody says. */
function processorTimeOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Its name, in brackets, may hold spaces and brackets: fields are counted behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tick;
  } catch {
    return 0;
  }
}

/** False when it was not set for every thread: on Linux a priority is a thread's own. */
function setPriorityOfAll(pid: number, priority: number): boolean {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority);
    return true;
  } catch {
    // It has ended, or the system knows no such list, or does not allow it.
    return false;
  }
}
