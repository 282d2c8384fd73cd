import { LRUCache } from 'lru-cache';

const mostFailures = 5;
const window = 15 * 60_000;
/** The maximum of log lines of everybody together, within the same time. */
const mostLines = 50;

/**
 * Counts wrong tokens by network. It locks nobody out who has a valid token: tokens are too long to be guessed, so only
 * the cost of wrong ones has to be bounded.
 */
export class FailedLogins {
  readonly #failures = new LRUCache<string, number>({ max: 10_000, ttl: window });
  readonly #lines = new LRUCache<'said', number>({ max: 1, ttl: window });

  /** Gives false when a network has tried too often. */
  countFailure(network: string): boolean {
    const before = this.#failures.get(network) ?? 0;
    if (before >= mostFailures) return false;
    this.#failures.set(network, before + 1, { noUpdateTTL: true });
    return true;
  }

  /** Logs a sentence, unless strangers have already filled their share of the log. */
  say(sentence: string): void {
    const before = this.#lines.get('said') ?? 0;
    if (before >= mostLines) return;
    this.#lines.set('said', before + 1, { noUpdateTTL: true });
    const last = before + 1 === mostLines ? ` (more of this is not written down for ${window / 60_000} minutes)` : '';
    console.error(`[shell] staff page: ${sentence}${last}`);
  }
}
