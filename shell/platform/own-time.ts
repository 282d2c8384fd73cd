import { readdirSync, readFileSync } from 'node:fs';

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
