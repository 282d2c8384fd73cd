import { hash } from 'node:crypto';
import type { StoreNotes } from '../../platform/index.ts';
import type { StaffSession } from './staff-session.ts';
import { withPatience } from './with-patience.ts';

/** The clocks of two servers are never further apart, in milliseconds. */
const mostSkew = 24 * 3_600_000;

/**
 * Sessions that were ended before their time, for every shell server over the store: a cookie that somebody has copied
 * ends with them. A single one is noted by its id until it has long ended by itself. All of a person are ended by the
 * number of the generation that begins after them, so that no server's clock has a part in it.
 */
export class EndedSessions {
  readonly #notes: StoreNotes.Notes;
  /** What this server knows even if the store cannot be written. */
  readonly #known = new Set<string>();
  /** What the store held when it could be read last. */
  #lastRead: readonly string[] = [];

  constructor(notes: StoreNotes.Notes) {
    this.#notes = notes;
  }

  /**
   * While the store is away, by what was known last: staff must see the room in an incident, nothing can be changed until it
   * answers, and a session that is ended meanwhile could not be noted there either.
   */
  async has({ id, name, generation }: StaffSession): Promise<boolean> {
    const names = await this.#allNames();
    return names.some((note) => note.endsWith(`-session-${id}`)) || generation < newestGeneration(names, name);
  }

  /** The generation of a session that somebody begins now. */
  async generationOf(name: string): Promise<number> {
    return newestGeneration(await this.#allNames(), name);
  }

  async #allNames(): Promise<readonly string[]> {
    return [...this.#known, ...(await this.#readNames())];
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

/** 0 for somebody who has never logged out everywhere. */
function newestGeneration(notes: readonly string[], name: string): number {
  const start = noteOfGeneration(name, 0).slice(0, -1);
  return Math.max(0, ...notes.filter((note) => note.startsWith(start)).map((note) => Number(note.slice(start.length))));
}

/** Whether a note says nothing any more: its session has ended by itself on every server, or a later generation is noted. */
function isOver(note: string, notes: readonly string[], now: number): boolean {
  const { ends } = /^(?<ends>\d+)-session-/.exec(note)?.groups ?? {};
  if (ends !== undefined) return Number(ends) + mostSkew <= now;
  const { start = '', generation } = /^(?<start>everywhere-\w+-)(?<generation>\d+)$/.exec(note)?.groups ?? {};
  return notes.some((other) => other.startsWith(start) && Number(other.slice(start.length)) > Number(generation));
}

/** Names may hold what no file name may. */
function traceOf(name: string): string {
  return hash('sha256', name).slice(0, 16);
}
