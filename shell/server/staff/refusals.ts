import { LRUCache } from 'lru-cache';
import type { Report } from '../alerts/incident.ts';

/** `token`: no token of the staff; `form`: not from an open session of theirs; `role`: not theirs to do; `act`: not possible. */
export type RefusalKind = 'token' | 'form' | 'role' | 'act';

/** Something that was refused to somebody of the staff. */
export interface Refusal {
  /** Milliseconds since 1970. */
  at: number;
  kind: Exclude<RefusalKind, 'token'>;
  /** Their name and role. */
  who: string;
  sentence: string;
}

interface RefusalParts {
  report: Report;
  /** For Prometheus. */
  count: (kind: RefusalKind) => void;
}

const window = 15 * 60_000;
/** What happens to one person so often within the window is no slip any more. */
const manyOfOne = 5;
/** Anybody finds the page and tries a word: so many wrong tokens of everybody together are somebody who means it. */
const manyTokens = 20;
const mostRefusals = 50;

/**
 * What the staff page refused: counted for Prometheus, listed in the room as long as this server runs, and told to the operators
 * when it goes on. Strangers cannot fill the list, and raise one alarm a day.
 */
export class Refusals {
  readonly #parts: RefusalParts;
  readonly #counts = new LRUCache<string, number>({ max: 10_000, ttl: window });
  #lately: Refusal[] = [];

  constructor(parts: RefusalParts) {
    this.#parts = parts;
  }

  /** The last ones of this server, newest first. */
  get lately(): readonly Refusal[] {
    return this.#lately;
  }

  /** @param name of somebody who is logged in. */
  note(name: string, refusal: Omit<Refusal, 'at'>): void {
    const { kind, who, sentence } = refusal;
    this.#parts.count(kind);
    this.#lately = [{ ...refusal, at: Date.now() }, ...this.#lately].slice(0, mostRefusals);
    if (this.#again(`member ${name}`) !== manyOfOne) return;
    const words = `${who} was refused ${manyOfOne} times within ${window / 60_000} minutes on the staff page, at last: ${sentence} Ask them what they want to do; if it was not them, change their token.`;
    this.#report(`member-${name}`, words);
  }

  /** A form of nobody who is logged in. */
  noteStranger(): void {
    this.#parts.count('form');
  }

  /** @param address whose token was wrong. */
  noteToken(address: string): void {
    this.#parts.count('token');
    if (this.#again('tokens') !== manyTokens) return;
    const words = `${manyTokens} wrong tokens within ${window / 60_000} minutes at the door of the staff page, the last from ${address}. Nobody came in by them, and tokens are too long to be guessed; if this goes on, let only your own networks reach /_ops.`;
    this.#report('tokens', words);
  }

  #again(source: string): number {
    const count = (this.#counts.get(source) ?? 0) + 1;
    this.#counts.set(source, count, { noUpdateTTL: true });
    return count;
  }

  /** Another day it is another incident. */
  #report(source: string, sentence: string): void {
    const day = new Date().toISOString().slice(0, 10);
    this.#parts.report({ kind: 'staff-refused', key: `${day}-${source}`, remote: null, sentence });
  }
}
