import { LRUCache } from 'lru-cache';
import type { Report } from '../alerts/incident.ts';

/**
 * `token`: an unknown token; `sign-in`: a failed sign-in at the OpenID provider; `form`: a form from another session;
 * `role`: not allowed by the role; `act`: not possible.
 */
export type RefusalKind = 'token' | 'sign-in' | 'form' | 'role' | 'act';

/** A refusal that a member of the staff got. */
export interface Refusal {
  /** Milliseconds since 1970. */
  at: number;
  kind: Exclude<RefusalKind, 'token' | 'sign-in'>;
  /** The name and the role. */
  who: string;
  sentence: string;
}

interface RefusalParts {
  report: Report;
  /** Counts for Prometheus. */
  count: (kind: RefusalKind) => void;
}

const window = 15 * 60_000;
/** This many refusals of one person within the window raise an alarm. */
const manyOfOne = 5;
/**
 * This many wrong tokens within the window, of everybody together, raise an alarm. A few of them are only people who
 * found the page.
 */
const manyTokens = 20;
const maxRefusals = 50;

/**
 * Counts what the staff pages refuse for Prometheus, lists it for the control room while this server runs, and raises
 * an alarm when it continues. Strangers cannot fill the list, and raise one alarm a day.
 */
export class Refusals {
  readonly #parts: RefusalParts;
  readonly #counts = new LRUCache<string, number>({ max: 10_000, ttl: window });
  #lately: Refusal[] = [];

  constructor(parts: RefusalParts) {
    this.#parts = parts;
  }

  /** The last refusals of this server, newest first. */
  get lately(): readonly Refusal[] {
    return this.#lately;
  }

  /** @param name The name of a person who is logged in. */
  note(name: string, refusal: Omit<Refusal, 'at'>): void {
    const { kind, who, sentence } = refusal;
    this.#parts.count(kind);
    this.#lately = [{ ...refusal, at: Date.now() }, ...this.#lately].slice(0, maxRefusals);
    if (this.#again(`member ${name}`) !== manyOfOne) return;
    const words = `The staff pages refused ${who} ${manyOfOne} times within ${window / 60_000} minutes. The last refusal: ${sentence} Visitors are not affected. Ask them whether it was them; if not, change their token in STAFF_TOKENS, or their password at the OpenID provider.`;
    this.#report(`member-${name}`, words);
  }

  /** Counts a form that came without a session. */
  noteStranger(): void {
    this.#parts.count('form');
  }

  /** Counts a failed sign-in at the OpenID provider. Nothing can be guessed there, so it raises no alarm. */
  noteSignIn(): void {
    this.#parts.count('sign-in');
  }

  /** @param address The address that sent the wrong token. */
  noteToken(address: string): void {
    this.#parts.count('token');
    if (this.#again('tokens') !== manyTokens) return;
    const words = `${manyTokens} wrong tokens within ${window / 60_000} minutes at the log-in of the staff pages, the last from ${address}. Nobody got in, and visitors are not affected. If it continues, let only your own networks reach /_ops.`;
    this.#report('tokens', words);
  }

  #again(source: string): number {
    const count = (this.#counts.get(source) ?? 0) + 1;
    this.#counts.set(source, count, { noUpdateTTL: true });
    return count;
  }

  /** The key contains the day, so that each day is an incident of its own. */
  #report(source: string, sentence: string): void {
    const day = new Date().toISOString().slice(0, 10);
    this.#parts.report({ kind: 'staff-refused', key: `${day}-${source}`, remote: null, sentence });
  }
}
