import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { messageOf, parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import type { Signature, SignedEntry } from '../keys/keys.ts';
import { type ObjectStorage, StorageUnavailableError, unlessUnavailable } from '../storage/object-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import {
  describeEntry,
  parseRevision,
  type Revision,
  RevisionTakenError,
  serializeRevision,
  unreadableRevision,
} from './revision.ts';

interface RevisionLogOptions {
  storage: ObjectStorage;
  cacheFile: string | null;
  /** True if requests cost money: knowledge of a revision is then reused for some seconds. */
  isFar: boolean;
  /** True for a server, which starts with its copies while the storage is unavailable, and polls again soon anyway. */
  isServing: boolean;
}

interface Known {
  version: string;
  /** True if the object was read, not only listed. */
  isRead: boolean;
  /** The time of the storage's response. */
  at: number;
}

/** How long knowledge of a revision in a bucket is reused, in milliseconds. */
const freshFor = 4500;
/** A server sends a second request if the first has no response after this time, in milliseconds. */
const hedgedAfter = 250;
const folder = 'log';

/**
 * An append-only list of numbered revisions. Each is one object that is never overwritten: `log/000000000012.json`. Appending is
 * a compare-and-set. The reader decides whether a revision is valid.
 */
export class RevisionLog {
  readonly #options: RevisionLogOptions;
  readonly #cache: RevisionCache;
  readonly #known = new Map<number, Known>();
  #hasListed = false;
  /** A revision that a poll has already fetched. */
  #prefetched: CachedRevision | null = null;

  constructor(options: RevisionLogOptions) {
    this.#options = options;
    this.#cache = new RevisionCache(options.cacheFile);
  }

  /** Reads a stored revision; null if it does not exist. Rejects with a sentence if it is damaged. */
  async read(revision: number): Promise<SignedEntry<Revision> | null> {
    const cached = await this.#cache.get(revision);
    const known = this.#known.get(revision);
    if (cached && known?.version === cached.version) {
      const signed = parseOrNull(revision, cached.text);
      known.isRead = true;
      if (signed) return signed;
    }
    const { storage } = this.#options;
    const prefetched = this.#prefetched;
    this.#prefetched = null;
    try {
      if (prefetched?.revision === revision && prefetched.version === known?.version)
        return parseRevision(revision, prefetched.text);
      const object = await storage.get(keyOf(revision));
      if (!object) return null;
      this.#known.set(revision, { version: object.version, isRead: true, at: Date.now() });
      return parseRevision(revision, object.body.toString('utf8'));
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      throw this.#unreadable(revision, error);
    }
  }

  /** Returns the local copy of a valid revision that is damaged or missing in the storage; null without a copy. */
  async copyOf(revision: number): Promise<SignedEntry<Revision> | null> {
    const cached = await this.#cache.get(revision);
    return cached && parseOrNull(revision, cached.text);
  }

  keep({ entry: { revision }, text }: SignedEntry<Revision>): void {
    const { version = '' } = this.#known.get(revision) ?? {};
    this.#cache.add({ revision, version, text });
  }

  /** Returns a value that changes with the stored bytes; null if the revision does not exist. It is cheap. */
  async fingerprint(revision: number): Promise<string | null> {
    const { storage, isServing, isFar } = this.#options;
    const known = this.#known.get(revision);
    // A revision that was only listed has the version of the listing.
    const isFresh = known && isFar && Date.now() - known.at < freshFor;
    if (known && (isFresh || !known.isRead)) return known.version;
    const ask = () => storage.get(keyOf(revision), { unlessVersion: known?.version, ...(isServing && { tries: 1 }) });
    const object = isServing ? await askHedged(ask) : await ask();
    if (object === null) {
      this.#known.delete(revision);
      return null;
    }
    const version = object === 'unchanged' ? (known?.version ?? '') : object.version;
    this.#known.set(revision, { version, isRead: true, at: Date.now() });
    // The response contains the revision, so reading it needs no second request.
    const text = object === 'unchanged' ? null : object.body.toString('utf8');
    if (text !== null) this.#prefetched = { revision, version, text };
    return version;
  }

  /** It is durable when the promise resolves. @throws RevisionTakenError if the number is taken */
  async append(entry: Revision, sign: (sha256: string) => readonly Signature[]): Promise<void> {
    const { revision } = entry;
    if (await this.#options.storage.put(keyOf(revision), serializeRevision(entry, sign), { ifAbsent: true })) return;
    const winner = await this.read(revision).catch(unlessUnavailable(messageOf));
    const sentence = typeof winner === 'string' ? winner : winner && describeEntry(winner.entry);
    throw new RevisionTakenError(revision, sentence ?? `revision ${revision} is taken`);
  }

  /** Overwrites the damaged or missing object of a revision with an intact copy. */
  async restore({ revision, text }: { revision: number; text: string }): Promise<void> {
    await this.#options.storage.put(keyOf(revision), text);
    this.#known.delete(revision);
  }

  /** Moves an invalid revision out of the log to `log/refused/...`. */
  async moveAside(revision: number): Promise<string> {
    const { storage } = this.#options;
    const object = await storage.get(keyOf(revision)).catch(unlessUnavailable(() => null));
    const place = `${folder}/refused/${name(revision)}-${Date.now()}.json`;
    if (object) await storage.put(place, object.body);
    await storage.delete(keyOf(revision));
    this.#known.delete(revision);
    return place;
  }

  /** Lists all taken numbers, ascending. */
  async list(): Promise<number[]> {
    const { storage } = this.#options;
    try {
      const objects = await storage.list(`${folder}/`);
      this.#hasListed = true;
      const before = new Set([...this.#known].filter(([, { isRead }]) => isRead).map(([revision]) => revision));
      this.#known.clear();
      for (const { key, version } of objects) {
        const found = /^log\/(\d{12})\.json$/.exec(key)?.[1];
        const revision = Number(found);
        if (found) this.#known.set(revision, { version, isRead: before.has(revision), at: Date.now() });
      }
      return [...this.#known.keys()].sort((one, other) => one - other);
    } catch (error) {
      const before = error instanceof StorageUnavailableError ? await this.#startWithoutStorage() : [];
      if (before.length === 0) throw error;
      return before;
    }
  }

  /** Lists the copies, from which a server starts while the storage is unavailable. */
  async #startWithoutStorage(): Promise<number[]> {
    if (this.#hasListed || !this.#options.isServing) return [];
    const cached = await this.#cache.list();
    for (const { revision, version } of cached) this.#known.set(revision, { version, isRead: true, at: Date.now() });
    return cached.map(({ revision }) => revision);
  }

  #unreadable(revision: number, error: unknown): ReleaseError {
    const what = `Revision ${revision} (${this.#options.storage.place}/${keyOf(revision)})`;
    return new ReleaseError('store-unreadable', unreadableRevision(what, error), { cause: error });
  }
}

/**
 * Sends a second request if the first one hangs, and uses the first response. A silently broken connection hangs although a new
 * one would work.
 */
function askHedged<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = () =>
      void ask()
        .then(resolve, reject)
        .finally(() => clearInterval(timer));
    const timer = setInterval(send, hedgedAfter);
    send();
  });
}

function parseOrNull(revision: number, text: string): SignedEntry<Revision> | null {
  try {
    return parseRevision(revision, text);
  } catch {
    return null;
  }
}

function keyOf(revision: number): string {
  return `${folder}/${name(revision)}.json`;
}

function name(revision: number): string {
  return String(revision).padStart(12, '0');
}

const cachedSchema = z.strictObject({ revision: z.int(), version: z.string(), text: z.string() });

export type CachedRevision = z.infer<typeof cachedSchema>;

/** The number of outdated lines after which the file is rewritten. */
const maxOutdated = 500;

/**
 * Copies of valid revisions in memory and in a local file, one per line. They are trusted no more than the storage: hash,
 * signatures and act of each are checked again.
 */
export class RevisionCache {
  readonly #file: string | null;
  readonly #known = new Map<number, CachedRevision>();
  #loading: Promise<void> | null = null;
  /** Lines that are not yet in the file. */
  #pending: string[] = [];
  #writing: Promise<void> | null = null;

  constructor(file: string | null) {
    this.#file = file;
  }

  async list(): Promise<CachedRevision[]> {
    await this.#load();
    return [...this.#known.values()].sort((one, other) => one.revision - other.revision);
  }

  async get(revision: number): Promise<CachedRevision | null> {
    await this.#load();
    return this.#known.get(revision) ?? null;
  }

  /** Adds a copy. An unwritable file only costs further requests. */
  add(cached: CachedRevision): void {
    const known = this.#known.get(cached.revision);
    if (known?.text === cached.text && known.version === cached.version) return;
    this.#known.set(cached.revision, cached);
    if (this.#file === null) return;
    this.#pending.push(`${JSON.stringify(cached)}\n`);
    this.#writing ??= this.#write(this.#file)
      .catch(() => {})
      .finally(() => {
        this.#writing = null;
      });
  }

  async #write(file: string): Promise<void> {
    await makeFolder(dirname(file));
    while (this.#pending.length > 0) await appendFile(file, this.#pending.splice(0).join(''));
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  /** Reads the file. It skips lines that were cut off or mixed by two processes; the last line of a revision is used. */
  async #read(): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    const text = await readFile(file, 'utf8').catch(() => '');
    const lines = text.split('\n').flatMap((line) => (line && parseJson(cachedSchema, line)) || []);
    for (const cached of lines) this.#known.set(cached.revision, cached);
    if (lines.length - this.#known.size <= maxOutdated) return;
    const whole = [...this.#known.values()].map((cached) => `${JSON.stringify(cached)}\n`).join('');
    await writeFile(`${file}.new`, whole).catch(() => {});
    await rename(`${file}.new`, file).catch(() => {});
  }
}
