import { parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import { mapConcurrently, type ObjectInfo, type ObjectStorage } from '../storage/object-storage.ts';

/** A note, and when it was written by the storage's clock, in milliseconds since 1970. */
export interface DatedNote {
  name: string;
  text: string;
  modified: number;
}

interface NotesOptions {
  /** False for what is written every few seconds and may be lost in a power cut. */
  isDurable?: boolean;
}

const concurrency = 16;
const namePattern = /^([\w-][\w.-]*)\.json$/;

/** Small texts by name that any server leaves for the others. One that has not changed is not fetched twice. */
export class Notes {
  readonly #storage: ObjectStorage;
  readonly #folder: string;
  readonly #options: NotesOptions;
  #known = new Map<string, { version: string; text: string }>();

  /** @param folder what the keys of the notes begin with, without a slash at its end */
  constructor(storage: ObjectStorage, folder: string, options: NotesOptions = {}) {
    this.#storage = storage;
    this.#folder = folder;
    this.#options = options;
  }

  /** False when there is one of that name: it stays as it is. */
  add(name: string, text: string): Promise<boolean> {
    return this.#storage.put(this.#key(name), text, { ifAbsent: true });
  }

  /** Writes over the note of that name. */
  async replace(name: string, text: string): Promise<void> {
    await this.#storage.put(this.#key(name), text, this.#options);
  }

  async remove(name: string): Promise<void> {
    await this.#storage.delete(this.#key(name));
  }

  /** Those whose names are wanted, by name; empty where one cannot be read. */
  async readAll({
    isWanted = () => true,
  }: {
    isWanted?: (name: string) => boolean;
  } = {}): Promise<ReadonlyMap<string, string>> {
    const notes = await this.#read((listed) => listed.filter(({ name }) => isWanted(name)));
    return new Map(notes.map(({ name, text }) => [name, text]));
  }

  /** The newest of those that were written since a moment of the storage's clock, in milliseconds since 1970. */
  readNewest({ since, max }: { since: number; max: number }): Promise<DatedNote[]> {
    return this.#read((listed) =>
      listed
        .filter(({ modified }) => modified >= since)
        .sort((one, other) => other.modified - one.modified)
        .slice(0, max),
    );
  }

  async #read(choose: (listed: Listed[]) => Listed[]): Promise<DatedNote[]> {
    const listed = await this.#list();
    const notes = await mapConcurrently(choose(listed), concurrency, async ({ name, key, version, modified }) => {
      const known = this.#known.get(name);
      if (known?.version === version) return { name, modified, ...known };
      // Empty where it was removed meanwhile, or is no plain file.
      const object = await this.#storage.get(key).catch((error: unknown) => {
        if (this.#storage.trouble !== null) throw error;
        return null;
      });
      return { name, modified, version: object?.version ?? '', text: object?.body.toString('utf8') ?? '' };
    });
    const there = new Set(listed.map(({ name }) => name));
    for (const name of this.#known.keys()) if (!there.has(name)) this.#known.delete(name);
    for (const { name, version, text } of notes) this.#known.set(name, { version, text });
    return notes.map(({ name, text, modified }) => ({ name, text, modified }));
  }

  async #list(): Promise<Listed[]> {
    const start = `${this.#folder}/`;
    return (await this.#storage.list(start)).flatMap((object) => {
      const name = namePattern.exec(object.key.slice(start.length))?.[1];
      return name ? [{ name, ...object }] : [];
    });
  }

  #key(name: string): string {
    return `${this.#folder}/${name.replaceAll(/[^\w.-]/g, '_')}.json`;
  }
}

type Listed = ObjectInfo & { name: string };

/** What names an archive: one file, in no folder. */
export const archiveName = /^[\w-][\w.-]{0,120}$/;
/** A package for squads stays far below it. */
const maxArchiveBytes = 50_000_000;

export interface Archived {
  name: string;
  /** When it was added, by the storage's clock, in milliseconds since 1970. */
  added: number;
}

/** Files by name that any server leaves for the others; a name has the same bytes for good. */
export class Archives {
  readonly #storage: ObjectStorage;
  readonly #folder: string;

  constructor(storage: ObjectStorage, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
  }

  /** False when there is one of that name: it stays as it is. */
  async add(name: string, bytes: Buffer): Promise<boolean> {
    return this.#storage.put(this.#key(name), bytes, { ifAbsent: true, contentType: 'application/octet-stream' });
  }

  /** Null when there is none. */
  async read(name: string): Promise<Buffer | null> {
    return (await this.#storage.get(this.#key(name), { maxBytes: maxArchiveBytes }))?.body ?? null;
  }

  async list(): Promise<Archived[]> {
    const start = `${this.#folder}/`;
    return (await this.#storage.list(start)).flatMap(({ key, modified }) => {
      const name = key.slice(start.length);
      return archiveName.test(name) ? [{ name, added: modified }] : [];
    });
  }

  async remove(name: string): Promise<void> {
    await this.#storage.delete(this.#key(name));
  }

  #key(name: string): string {
    if (!archiveName.test(name)) throw new Error(`"${name}" is no name of an archive.`);
    return `${this.#folder}/${name}`;
  }
}

const headSchema = z.object({
  /** The revision in effect there. */
  revision: z.int().check(z.nonnegative()),
  /** The version of each module that its shell provides. */
  sharedModules: z.record(z.string(), z.string()),
  /** What a server serves, for people. */
  serving: z.object({
    /** The revision that its pages are of: behind the other one while releases are loaded. */
    revision: z.int().check(z.nonnegative()),
    /** Since when, by the server's own clock, ISO 8601. */
    since: z.string().check(z.maxLength(40)),
    /** Of the server program. */
    version: z.string().check(z.maxLength(100)),
    /** Releases that it serves in the place of live ones, by remote: those could not be read. */
    instead: z.record(z.string(), z.string()),
    /** Live remotes that it does not serve at all, because no release of them could be read. */
    missing: z.optional(z.array(z.string())),
  }),
});

/** What a running server writes about itself into the store. */
export type ServerHead = z.infer<typeof headSchema>;

/** A head as it stands in the store. */
export interface StoredHead extends ServerHead {
  /** The name that the server gave itself. */
  server: string;
  /** When it was written, by the clock that the ages of the store are told by, in milliseconds. */
  writtenAt: number;
}

/** More is none of ours, in bytes. */
const maxHeadBytes = 20_000;

/** More servers than these are not read: the newest say enough. */
export const maxHeads = 200;

/** Null for what is none. */
export function parseHeadText(text: string): ServerHead | null {
  return text.length > maxHeadBytes ? null : parseJson(headSchema, text);
}
