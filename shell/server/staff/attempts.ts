import { LRUCache } from 'lru-cache';

const mostFailures = 5;
const window = 15 * 60_000;
/** All addresses together: guessing from many of them is limited, too. */
const mostFailuresOfAll = 50;

/** Limits how often a wrong token may be tried. */
export class Attempts {
  readonly #failures = new LRUCache<string, number>({ max: 10_000, ttl: window });

  isBlocked(address: string): boolean {
    return this.#count(address) >= mostFailures || this.#count('all') >= mostFailuresOfAll;
  }

  countFailure(address: string): void {
    for (const name of [address, 'all']) this.#failures.set(name, this.#count(name) + 1, { noUpdateTTL: true });
  }

  #count(name: string): number {
    return this.#failures.get(name) ?? 0;
  }
}
