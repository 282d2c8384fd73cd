import { hash } from 'node:crypto';
import type { Notes } from '../../platform/index.ts';
import { type StaffSession, sessionHours } from './staff-session.ts';
import { withPatience } from './with-patience.ts';

/**
 * Sessions that were ended before their time, for every shell server over the store: a cookie that somebody has copied
 * ends with them. Each is kept until it would have ended by itself.
 */
export class EndedSessions {
  readonly #notes: Notes;
  /** What this server knows even if the store cannot be written. */
  readonly #known = new Set<string>();
  /** What the store held when it could be read last. */
  #lastRead: readonly string[] = [];

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /**
   * While the store is away, by what was known last: staff must see the room in an incident, nothing can be changed until it
   * answers, and a session that is ended meanwhile could not be noted there either.
   */
  async has({ id, name, started }: StaffSession): Promise<boolean> {
    const names = [...this.#known, ...(await this.#readNames())];
    if (names.some((note) => note.endsWith(`-session-${id}`))) return true;
    const everywhere = `-everywhere-${traceOf(name)}-`;
    return names.some((note) => note.includes(everywhere) && Number(note.split('-').at(-1)) >= started);
  }

  async #readNames(): Promise<readonly string[]> {
    try {
      this.#lastRead = [...(await withPatience(this.#notes.readAll())).keys()];
    } catch {
      // What is wrong with the store stands on the page.
    }
    return this.#lastRead;
  }

  /** Ends one session. @throws ReleaseError when the store cannot be written: the other servers do not know then. */
  async end({ id, ends }: StaffSession): Promise<void> {
    await this.#add(`${ends}-session-${id}`);
  }

  /** Ends every session that somebody has, on whatever device. @throws ReleaseError as {@link end}. */
  async endAll({ name }: StaffSession, now = Date.now()): Promise<void> {
    await this.#add(`${now + sessionHours * 3_600_000}-everywhere-${traceOf(name)}-${now}`);
  }

  async #add(note: string, now = Date.now()): Promise<void> {
    this.#known.add(note);
    await this.#notes.add(note, '{}');
    for (const old of (await this.#notes.readAll()).keys()) {
      if (Number(old.split('-')[0]) <= now) await this.#notes.remove(old);
    }
  }
}

/** Names may hold what no file name may. */
function traceOf(name: string): string {
  return hash('sha256', name).slice(0, 16);
}
