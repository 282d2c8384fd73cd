import { hash, randomUUID } from 'node:crypto';
import { defineSignedToken, signText } from 'kit/server/signed-token';
import * as z from 'zod/mini';
import type { StoreNotes } from '../platform/index.ts';
import { nameRole, parseRole, type StaffMember, type StaffTokens } from './staff-members.ts';

export const sessionHours = 8;
const lifetime = sessionHours * 3_600_000;

export interface StaffSession extends StaffMember {
  /** Identifies the account, also when its name changes: a token's name, or the subject at the OpenID provider. */
  account: string;
  /** The CSRF token, which every form contains. Only pages of this session know it. */
  csrfToken: string;
  /** Identifies the session without revealing its cookie. */
  id: string;
  /** "Log out everywhere" ends all sessions of lower generations. */
  generation: number;
  /** Milliseconds since 1970. */
  ends: number;
}

const sessionToken = defineSignedToken({
  purpose: 'session',
  schema: z.strictObject({
    name: z.string(),
    generation: z.int().check(z.nonnegative()),
    /** Distinguishes two sessions of the same moment. */
    nonce: z.string(),
    /** Set after a sign-in at the OpenID provider. The cookie has the role, because this site has no list of those accounts. */
    openId: z.optional(z.strictObject({ subject: z.string(), role: z.string() })),
    expires: z.int(),
  }),
});

export interface OpenIdMember extends StaffMember {
  /** The `sub` of the ID token, which the provider gives to one account only. */
  subject: string;
}

/** Creates the signed value of the session cookie. Every shell server with the same tokens accepts it. */
export function createSession(
  { key }: StaffTokens,
  { generation, ...member }: (Pick<StaffMember, 'name'> | OpenIdMember) & Pick<StaffSession, 'generation'>,
  now = Date.now(),
): string {
  const openId = 'subject' in member ? { openId: { subject: member.subject, role: nameRole(member.role) } } : undefined;
  const { name } = member;
  return sessionToken.create(key, { name, generation, nonce: randomUUID(), ...openId, expires: now + lifetime });
}

/** Gives the session of a cookie, or null when it is forged, has ended, or its person is no longer on the list. */
export function parseSession(tokens: StaffTokens, cookie: string | undefined, now?: number): StaffSession | null {
  const session = sessionToken.parse(tokens.key, cookie ?? '', now);
  if (!session) return null;
  const { name, openId, expires: ends, generation } = session;
  const role = openId ? parseRole(openId.role) : tokens.named(name)?.role;
  if (!role) return null;
  const [payload = ''] = (cookie ?? '').split('.');
  const id = hash('sha256', payload).slice(0, 32);
  const account = openId ? `openid ${openId.subject}` : `token ${name}`;
  return { name, role, account, csrfToken: signText(tokens.key, 'csrf', payload), id, generation, ends };
}

/** The largest difference between the clocks of two servers, in milliseconds. */
const maxSkew = 24 * 3_600_000;

/**
 * The sessions that were ended early, for all shell servers over the store, so that a copied cookie ends as well. A
 * single session is noted by its id until it would have ended by itself. All sessions of a person end when their
 * generation number grows, so that the clock of no server matters.
 */
export class EndedSessions {
  readonly #notes: StoreNotes.Notes;
  /** Notes that this server made, which count even when the store cannot be written. */
  readonly #known = new Set<string>();
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

  async generationOf(name: string): Promise<number> {
    return newestGeneration(await this.#allNames(), name);
  }

  async #allNames(): Promise<readonly string[]> {
    try {
      this.#lastRead = [...(await withTimeout(this.#notes.readAll())).keys()];
    } catch {
      // The page itself shows what is wrong with the store.
    }
    return [...this.#known, ...this.#lastRead];
  }

  /** @throws ReleaseError when the store cannot be written, so that other servers do not know of it. */
  async end({ id, ends }: StaffSession): Promise<void> {
    await this.#add(`${ends}-session-${id}`);
  }

  /** Ends all sessions of a person, on all devices. @throws ReleaseError as {@link end} */
  async endAll({ name, generation }: StaffSession): Promise<void> {
    this.#known.add(noteOfGeneration(name, generation + 1));
    const stored = newestGeneration([...(await this.#notes.readAll()).keys()], name);
    await this.#add(noteOfGeneration(name, Math.max(generation, stored) + 1));
  }

  async #add(note: string): Promise<void> {
    this.#known.add(note);
    await this.#notes.add(note, '{}');
    const names = [...(await this.#notes.readAll()).keys()];
    for (const old of names) if (isOver(old, names)) await this.#notes.remove(old);
  }
}

/** Names are hashed, because they may contain characters that no file name may. */
function noteOfGeneration(name: string, generation: number): string {
  return `everywhere-${hash('sha256', name).slice(0, 16)}-${generation}`;
}

/** Gives 0 for a person who has never logged out everywhere. */
function newestGeneration(notes: readonly string[], name: string): number {
  const start = noteOfGeneration(name, 0).slice(0, -1);
  return Math.max(0, ...notes.filter((note) => note.startsWith(start)).map((note) => Number(note.slice(start.length))));
}

/** Whether a note is obsolete: its session has ended by itself on every server, or a later generation is noted. */
function isOver(note: string, notes: readonly string[]): boolean {
  const { ends } = /^(?<ends>\d+)-session-/.exec(note)?.groups ?? {};
  if (ends !== undefined) return Number(ends) + maxSkew <= Date.now();
  const { start = '', generation } = /^(?<start>everywhere-\w+-)(?<generation>\d+)$/.exec(note)?.groups ?? {};
  return notes.some((other) => other.startsWith(start) && Number(other.slice(start.length)) > Number(generation));
}

/** The timeout for the store, in milliseconds. It is short, because in an incident staff must see a page soon. */
const timeout = 4000;

export function withTimeout<Value>(loading: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const why = new Error(`The store has not answered for ${timeout / 1000} seconds.`);
  const timer = setTimeout(() => late.reject(why), timeout);
  return Promise.race([loading, late.promise]).finally(() => clearTimeout(timer));
}
