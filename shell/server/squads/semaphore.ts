import { SquadRefusal } from './squad-refusal.ts';

interface Bounds {
  atOnce: number;
  /** Tasks that may wait. Further ones are refused immediately. */
  waiting: number;
  /** In milliseconds, for a waiting task. */
  timeout: number;
}

/** A semaphore with a bounded queue, so that memory stays bounded. */
export class Semaphore {
  readonly #bounds: Bounds;
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#free = bounds.atOnce;
  }

  /** Runs a task when a slot is free. @throws SquadRefusal 503 if the queue is full or the wait times out. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free += 1;
    }
  }

  async #wait(): Promise<void> {
    const { waiting, timeout } = this.#bounds;
    if (this.#waiting.size >= waiting) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      clearTimeout(timer);
      this.#waiting.delete(begin);
      resolve();
    };
    const timer = setTimeout(() => {
      this.#waiting.delete(begin);
      reject(busy());
    }, timeout);
    this.#waiting.add(begin);
    await promise;
  }
}

function busy(): SquadRefusal {
  return new SquadRefusal(
    { status: 503, code: 'busy', retryAfter: 5 },
    'Many squads publish at this moment; send this again in some seconds, what arrived before stays.',
  );
}
