import { parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import { mapConcurrently, type ObjectInfo, type ObjectStorage, type PutOptions } from '../storage/object-storage.ts';

/** A note with the time of its last write by the storage's clock, in milliseconds since 1970. */
export interface DatedNote {
  name: string;
  text: string;
  modified: number;
}

const concurrency = 16;
const namePattern = /^([\w-][\w.-]*)\.json$/;

/** Small named texts that all servers share. An unchanged note is not fetched again. */
export class Notes {
  readonly #storage: ObjectStorage;
  readonly #folder: string;
  readonly #options: Pick<PutOptions, 'isDurable'>;
  #known = new Map<string, { version: string; text: string }>();

  /** @param folder the prefix of the notes' keys, without a trailing slash */
  constructor(storage: ObjectStorage, folder: string, options: Pick<PutOptions, 'isDurable'> = {}) {
    this.#storage = storage;
    this.#folder = folder;
    this.#options = options;
  }

  /** @returns false if the name exists; the existing one stays unchanged */
  add(name: string, text: string): Promise<boolean> {
    return this.#storage.put(this.#key(name), text, { ifAbsent: true });
  }

  async replace(name: string, text: string): Promise<void> {
    await this.#storage.put(this.#key(name), text, this.#options);
  }

  async remove(name: string): Promise<void> {
    await this.#storage.delete(this.#key(name));
  }

  /** Reads all notes by name. An unreadable note has an empty text. */
  async readAll(): Promise<ReadonlyMap<string, string>> {
    const notes = await this.#read((listed) => listed);
    return new Map(notes.map(({ name, text }) => [name, text]));
  }

  /** Reads the newest notes since a time of the storage's clock, in milliseconds since 1970. */
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
      // A note that was removed meanwhile, or is not a regular file, is empty.
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

/** The pattern of an archive's name: a file name without a folder. */
export const archiveName = /^[\w-][\w.-]{0,120}$/;
const maxArchiveBytes = 50_000_000;

/** Named files that all servers share. The bytes of a name never change. */
export class Archives {
  readonly #storage: ObjectStorage;
  readonly #folder: string;

  constructor(storage: ObjectStorage, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
  }

  /** @returns false if the name exists; the existing one stays unchanged */
  async add(name: string, bytes: Buffer): Promise<boolean> {
    return this.#storage.put(this.#key(name), bytes, { ifAbsent: true, contentType: 'application/octet-stream' });
  }

  async read(name: string): Promise<Buffer | null> {
    return (await this.#storage.get(this.#key(name), { maxBytes: maxArchiveBytes }))?.body ?? null;
  }

  /** `added` is the time by the storage's clock, in milliseconds since 1970. */
  async list(): Promise<{ name: string; added: number }[]> {
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

const heartbeatSchema = z.object({
  revision: z.int().check(z.nonnegative()),
  sharedModules: z.record(z.string(), z.string()),
  serving: z.object({
    /** The revision of its pages, which is older than `revision` while releases are loading. */
    revision: z.int().check(z.nonnegative()),
    /** Since this time by the server's own clock, ISO 8601. */
    since: z.string().check(z.maxLength(40)),
    version: z.string().check(z.maxLength(100)),
    /** Releases that it serves instead of unreadable live ones, by remote. */
    instead: z.record(z.string(), z.string()),
    /** Live remotes that it does not serve, because none of their releases is readable. */
    missing: z.optional(z.array(z.string())),
  }),
});

export type ServerHeartbeat = z.infer<typeof heartbeatSchema>;

export interface StoredHeartbeat extends ServerHeartbeat {
  server: string;
  /** The time of the write by the store's clock, in milliseconds. */
  writtenAt: number;
}

const maxHeartbeatBytes = 20_000;

export const maxHeartbeats = 200;

export function parseHeartbeat(text: string): ServerHeartbeat | null {
  return text.length > maxHeartbeatBytes ? null : parseJson(heartbeatSchema, text);
}
