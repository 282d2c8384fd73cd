import { SquadRefusal } from './squad-refusal.ts';

interface Bounds {
  /** Tasks that run at the same time. */
  atOnce: number;
  /** Tasks that may wait. Further ones are refused immediately. */
  waiting: number;
  /** In milliseconds, for a waiting task. */
  timeout: number;
}

interface Waiting {
  begin: () => void;
  giveUp: (error: Error) => void;
}

/** A semaphore with a bounded queue, so that memory stays bounded. */
export class Semaphore {
  readonly #bounds: Bounds;
  readonly #waiting = new Set<Waiting>();
  #free: number;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#free = bounds.atOnce;
  }

  /** Runs a task when a slot is free. @throws SquadRefusal 503 if the queue is full or the wait times out. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#begin();
    try {
      return await work();
    } finally {
      this.#end();
    }
  }

  #begin(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#bounds.waiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => one.giveUp(busy()), this.#bounds.timeout);
      const leave = () => {
        clearTimeout(timer);
        this.#waiting.delete(one);
      };
      const one: Waiting = {
        begin: () => {
          leave();
          resolve();
        },
        giveUp: (error) => {
          leave();
          reject(error);
        },
      };
      this.#waiting.add(one);
    });
  }

  #end(): void {
    const [next] = this.#waiting;
    if (next) next.begin();
    else this.#free += 1;
  }
}

function busy(): SquadRefusal {
  return new SquadRefusal(
    { status: 503, code: 'busy', retryAfter: 5 },
    'Many squads publish at this moment; send this again in some seconds, what arrived before stays.',
  );
}
