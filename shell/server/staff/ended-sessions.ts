import { hash } from 'node:crypto';
import type { StoreNotes } from '../../platform/index.ts';
import type { StaffSession } from './staff-session.ts';
import { withTimeout } from './with-timeout.ts';

/** The largest difference between the clocks of two servers, in milliseconds. */
const mostSkew = 24 * 3_600_000;

/**
 * The sessions that were ended early, for all shell servers over the store, so that a copied cookie ends as well. A
 * single session is noted by its id until it would have ended by itself. All sessions of a person end when their
 * generation number grows, so that the clock of no server matters.
 */
export class EndedSessions {
  readonly #notes: StoreNotes.Notes;
  /** What this server knows even when the store cannot be written. */
  readonly #known = new Set<string>();
  /** What the store held when it was last read. */
  #lastRead: readonly string[] = [];

  constructor(notes: StoreNotes.Notes) {
    this.#notes = notes;
  }

  /**
   * While the store is unavailable, the last known state decides. Staff must see the control room in an incident,
   * nothing can be changed meanwhile, and a session that is ended then could not be noted either.
   */
  async has({ id, name, generation }: StaffSession): Promise<boolean> {
    const names = await this.#allNames();
    return names.some((note) => note.endsWith(`-session-${id}`)) || generation < newestGeneration(names, name);
  }

  /** Gives the generation of a session that begins now. */
  async generationOf(name: string): Promise<number> {
    return newestGeneration(await this.#allNames(), name);
  }

  async #allNames(): Promise<readonly string[]> {
    return [...this.#known, ...(await this.#readNames())];
  }

  async #readNames(): Promise<readonly string[]> {
    try {
      this.#lastRead = [...(await withTimeout(this.#notes.readAll())).keys()];
    } catch {
      // The page itself shows what is wrong with the store.
    }
    return this.#lastRead;
  }

  /**
   * Ends one session.
   *
   * @throws ReleaseError when the store cannot be written, so that other servers do not know of it.
   */
  async end({ id, ends }: StaffSession): Promise<void> {
    await this.#add(`${ends}-session-${id}`);
  }

  /**
   * Ends all sessions of a person, on all devices.
   *
   * @throws ReleaseError as {@link end}.
   */
  async endAll({ name, generation }: StaffSession): Promise<void> {
    this.#known.add(noteOfGeneration(name, generation + 1));
    const stored = newestGeneration([...(await this.#notes.readAll()).keys()], name);
    await this.#add(noteOfGeneration(name, Math.max(generation, stored) + 1));
  }

  async #add(note: string, now = Date.now()): Promise<void> {
    this.#known.add(note);
    await this.#notes.add(note, '{}');
    const names = [...(await this.#notes.readAll()).keys()];
    for (const old of names) if (isOver(old, names, now)) await this.#notes.remove(old);
  }
}

function noteOfGeneration(name: string, generation: number): string {
  return `everywhere-${traceOf(name)}-${generation}`;
}

/** Gives 0 for somebody who has never logged out everywhere. */
function newestGeneration(notes: readonly string[], name: string): number {
  const start = noteOfGeneration(name, 0).slice(0, -1);
  return Math.max(0, ...notes.filter((note) => note.startsWith(start)).map((note) => Number(note.slice(start.length))));
}

/** Whether a note is obsolete: its session has ended by itself on every server, or a later generation is noted. */
function isOver(note: string, notes: readonly string[], now: number): boolean {
  const { ends } = /^(?<ends>\d+)-session-/.exec(note)?.groups ?? {};
  if (ends !== undefined) return Number(ends) + mostSkew <= now;
  const { start = '', generation } = /^(?<start>everywhere-\w+-)(?<generation>\d+)$/.exec(note)?.groups ?? {};
  return notes.some((other) => other.startsWith(start) && Number(other.slice(start.length)) > Number(generation));
}

/** Names are hashed, because they may contain characters that no file name may. */
function traceOf(name: string): string {
  return hash('sha256', name).slice(0, 16);
}
