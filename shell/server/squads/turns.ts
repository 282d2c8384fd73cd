import { SquadRefusal } from './squad-refusal.ts';

interface Bounds {
  /** At work at the same time. */
  atOnce: number;
  /** Waiting beside them; more are sent away at once. */
  waiting: number;
  /** How long one waits at most, in milliseconds. */
  patience: number;
}

interface Waiting {
  begin: () => void;
  giveUp: (error: Error) => void;
}

/** Lets some work at the same time, has some wait, and sends all others away to come again: nothing grows without end. */
export class Turns {
  readonly #bounds: Bounds;
  readonly #waiting = new Set<Waiting>();
  #free: number;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#free = bounds.atOnce;
  }

  /** Does the work when its turn comes. Throws a SquadRefusal 503 when too many are before it. */
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
      const timer = setTimeout(() => one.giveUp(busy()), this.#bounds.patience);
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
