import { networkOf } from 'kit/server/network-of';
import { LRUCache } from 'lru-cache';
import type { Report } from '../server/alerts/incident.ts';
import { type StaffMember, whoIs } from './staff-members.ts';

/**
 * `token`: an unknown token; `sign-in`: a failed sign-in at the OpenID provider; `form`: a form from another session;
 * `role`: not allowed by the role; `act`: not possible.
 */
export type RefusalKind = 'token' | 'sign-in' | 'form' | 'role' | 'act';

export interface Refusal {
  /** Milliseconds since 1970. */
  at: number;
  kind: Exclude<RefusalKind, 'token' | 'sign-in'>;
  who: string;
  sentence: string;
}

interface RefusalParts {
  report: Report;
  count: (kind: RefusalKind) => void;
}

const window = 15 * 60_000;
/** This many refusals of one person within the window raise an alarm. */
const manyOfOne = 5;
/** Wrong tokens of everybody within the window. A few are only people who found the page. */
const manyTokens = 20;
const maxRefusals = 50;
/** Wrong tokens of one network. A valid token works after any number of them, because tokens cannot be guessed. */
const maxOfNetwork = 5;
const maxLines = 50;

/**
 * Counts what the staff pages refuse for Prometheus, logs it, lists it for the control room while this server runs, and
 * raises an alarm when it continues. Strangers cannot fill the list or the log, and raise one alarm a day.
 */
export class Refusals {
  readonly #parts: RefusalParts;
  readonly #counts = new LRUCache<string, number>({ max: 10_000, ttl: window });
  readonly #ofNetworks = new LRUCache<string, number>({ max: 10_000, ttl: window });
  #lately: Refusal[] = [];

  constructor(parts: RefusalParts) {
    this.#parts = parts;
  }

  get lately(): readonly Refusal[] {
    return this.#lately;
  }

  note(member: StaffMember, { kind, sentence, asked }: Omit<Refusal, 'at' | 'who'> & { asked: string }): void {
    const who = whoIs(member);
    console.error(`[shell] staff page: refused ${who}: ${sentence} (${asked})`);
    this.#parts.count(kind);
    this.#lately = [{ kind, who, sentence, at: Date.now() }, ...this.#lately].slice(0, maxRefusals);
    if (countIn(this.#counts, `member ${member.name}`) !== manyOfOne) return;
    const words = `The staff pages refused ${who} ${manyOfOne} times within ${window / 60_000} minutes. The last refusal: ${sentence} Visitors are not affected. Ask them whether it was them; if not, change their token in STAFF_TOKENS, or their password at the OpenID provider.`;
    this.#report(`member-${member.name}`, words);
  }

  noteStranger(path: string): void {
    this.#parts.count('form');
    this.#log(`refused ${path} by nobody who is logged in`);
  }

  /** Notes a failed sign-in at the OpenID provider. Nothing can be guessed there, so it raises no alarm. */
  noteSignIn(address: string, sentence: string): void {
    this.#parts.count('sign-in');
    this.#log(`a sign-in from ${address} was refused: ${sentence}`);
  }

  /** Notes a wrong token. @returns whether there were many of this network */
  noteToken(address: string): boolean {
    this.#parts.count('token');
    const from = address || 'an unknown address';
    const isMany = countIn(this.#ofNetworks, address && networkOf(address)) > maxOfNetwork;
    if (!isMany) this.#log(`a wrong token from ${from}`);
    if (countIn(this.#counts, 'tokens') === manyTokens) {
      const words = `${manyTokens} wrong tokens within ${window / 60_000} minutes at the log-in of the staff pages, the last from ${from}. Nobody got in, and visitors are not affected. If it continues, let only your own networks reach /_ops.`;
      this.#report('tokens', words);
    }
    return isMany;
  }

  #log(sentence: string): void {
    const count = countIn(this.#counts, 'lines');
    if (count > maxLines) return;
    const last = count === maxLines ? ` (more of this is not written down for ${window / 60_000} minutes)` : '';
    console.error(`[shell] staff page: ${sentence}${last}`);
  }

  /** The key contains the day, so that each day is an incident of its own. */
  #report(source: string, sentence: string): void {
    const day = new Date().toISOString().slice(0, 10);
    this.#parts.report({ kind: 'staff-refused', key: `${day}-${source}`, remote: null, sentence });
  }
}

/** Counts one more of a source. The window begins with the first. */
function countIn(counts: LRUCache<string, number>, source: string): number {
  const count = (counts.get(source) ?? 0) + 1;
  counts.set(source, count, { noUpdateTTL: true });
  return count;
}
