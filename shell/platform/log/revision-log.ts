import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import * as z from 'zod/mini';
import { messageOf } from '../message-of.ts';
import { parseJson } from '../parse-json.ts';
import { ReleaseError } from '../release-error.ts';
import {
  mapConcurrently,
  maxRecordBytes,
  type ObjectStorage,
  StorageUnavailableError,
  type StoredObject,
  unlessUnavailable,
} from '../storage/object-storage.ts';
import type { Signature, SignedEntry } from '../trust/signed-entry.ts';
import type { RevisionKind } from './revision-kinds.ts';
import { RevisionTakenError } from './revision-taken-error.ts';
import { parseRevision, unreadableRevision, writeRevision } from './revision-text.ts';

export interface CurrentRevision<Entry> {
  /** The newest entry that can be read. */
  current: Entry | null;
  /** The highest number that is taken. */
  lastRevision: number;
  /** A sentence for each damaged entry above the current one. */
  damaged: string[];
}

interface RevisionLogOptions<Entry> extends RevisionKind<Entry> {
  storage: ObjectStorage;
  /** What its keys begin with: `compositions`. */
  name: string;
  /** Where this machine keeps what it has read, for a storage that is far away. */
  cacheFile?: string;
  /** A server starts with what it has read before while the storage is away, and asks again soon in any case. */
  isServing?: boolean;
}

interface Known {
  version: string;
  /** By its own key, and not only in a listing. */
  isRead: boolean;
  /** When the storage said so. */
  at: number;
}

/** What is known of an entry far away is asked for again after this, in milliseconds. */
const freshFor = 4500;
const concurrency = 16;
/** A server sends another look beside one without an answer after this long, in milliseconds. */
const hedgedAfter = 500;
const digits = 12;

/**
 * An append-only list of numbered entries, each of them one object that is never written again: `compositions/000000000012.json`.
 * Appending is the compare-and-set.
 */
export class RevisionLog<Entry extends { revision: number }> {
  readonly #options: RevisionLogOptions<Entry>;
  readonly #cache: RevisionCache;
  readonly #known = new Map<number, Known>();
  #hasListed = false;

  constructor(options: RevisionLogOptions<Entry>) {
    this.#options = options;
    this.#cache = new RevisionCache(options.cacheFile ?? null);
  }

  /** The newest readable entry; what is damaged above it is named. */
  async readCurrent(): Promise<CurrentRevision<Entry>> {
    const damaged: string[] = [];
    const revisions = await this.list();
    const lastRevision = revisions.at(-1) ?? 0;
    for (const revision of revisions.toReversed()) {
      const entry = await this.#readOr(revision, damaged);
      if (entry) return { current: entry, lastRevision, damaged };
    }
    return { current: null, lastRevision, damaged };
  }

  /** Every readable entry, oldest first, with a sentence for each damaged one. */
  async readAll(): Promise<{ entries: Entry[]; damaged: string[] }> {
    const damaged: string[] = [];
    const entries = await mapConcurrently(await this.list(), concurrency, (revision) =>
      this.#readOr(revision, damaged),
    );
    return { entries: entries.filter((entry) => entry !== null), damaged };
  }

  /** One entry; null when there is none. Rejects with a sentence when it is damaged. */
  async read(revision: number): Promise<Entry | null> {
    return (await this.readSigned(revision))?.entry ?? null;
  }

  /** The same with its hash and signatures as they are stored: whether they hold is for the reader to find out. */
  async readSigned(revision: number): Promise<SignedEntry<Entry> | null> {
    const cached = await this.#cache.get(revision);
    const known = this.#known.get(revision);
    const isCurrent = known ? known.version === cached?.version : this.#options.cacheFile !== undefined;
    if (cached && isCurrent) {
      const signed = this.#parseOrNull(revision, cached.text);
      if (known) known.isRead = true;
      if (signed) return signed;
    }
    const { storage, noun } = this.#options;
    const object = await storage.get(this.#key(revision)).catch(
      unlessUnavailable((error) => {
        throw this.#unreadable(revision, error);
      }),
    );
    if (!object) return null;
    try {
      return this.#take(revision, object);
    } catch (error) {
      const sentence = unreadableRevision(`${noun} ${revision} (${storage.place}/${this.#key(revision)})`, error);
      throw new ReleaseError('store-unreadable', sentence, { cause: error });
    }
  }

  /** Changes when the stored bytes change; null when there is no such revision. Cheap: made to be asked often. */
  async fingerprint(revision: number): Promise<string | null> {
    const { storage, isServing } = this.#options;
    const known = this.#known.get(revision);
    // Of what was listed and never read, the version in the listing is the one to read it by.
    const isFresh = known && this.#options.cacheFile && Date.now() - known.at < freshFor;
    if (known && (isFresh || !known.isRead)) return known.version;
    const ask = () =>
      storage.get(this.#key(revision), { unlessVersion: known?.version, ...(isServing && { tries: 1 }) });
    const object = isServing ? await askHedged(ask) : await ask();
    if (object === null) {
      this.#known.delete(revision);
      return null;
    }
    const version = object === 'unchanged' ? (known?.version ?? '') : object.version;
    this.#known.set(revision, { version, isRead: true, at: Date.now() });
    // The look has brought the entry along: reading it needs no second one. Whoever reads a damaged one says so.
    if (object !== 'unchanged') this.#takeOrNull(revision, object);
    return version;
  }

  /**
   * Adds an entry, which is durable when this resolves.
   *
   * @throws RevisionTakenError when its number is taken.
   */
  async append(entry: Entry, sign?: (sha256: string) => readonly Signature[]): Promise<void> {
    const { storage, describe } = this.#options;
    const { revision } = entry;
    if (await storage.put(this.#key(revision), writeRevision(entry, sign), { ifAbsent: true })) return;
    const damaged: string[] = [];
    const winner = await this.#readOr(revision, damaged);
    throw new RevisionTakenError(revision, winner ? describe(winner) : (damaged[0] ?? `revision ${revision} is taken`));
  }

  /** Writes over the object of an entry that is damaged: for whoever still has it whole. */
  async restore({ revision, text }: { revision: number; text: string }): Promise<void> {
    await this.#options.storage.put(this.#key(revision), text);
    this.#known.delete(revision);
  }

  /** All numbers that are taken, ascending. */
  async list(): Promise<number[]> {
    const { storage, name } = this.#options;
    try {
      const objects = await storage.list(`${name}/`);
      this.#hasListed = true;
      const before = new Set([...this.#known].filter(([, { isRead }]) => isRead).map(([revision]) => revision));
      this.#known.clear();
      for (const { key, version } of objects) {
        const revision = this.#revisionOf(key);
        if (revision !== null) this.#known.set(revision, { version, isRead: before.has(revision), at: Date.now() });
      }
      return [...this.#known.keys()].sort((one, other) => one - other);
    } catch (error) {
      const before = error instanceof StorageUnavailableError ? await this.#startWithoutStorage() : [];
      if (before.length === 0) throw error;
      return before;
    }
  }

  /** What a server goes by that starts while the storage is away, until it was there once. */
  async #startWithoutStorage(): Promise<number[]> {
    if (this.#hasListed || !this.#options.isServing) return [];
    const cached = await this.#cache.list();
    for (const { revision, version } of cached) this.#known.set(revision, { version, isRead: true, at: Date.now() });
    return cached.map(({ revision }) => revision);
  }

  async #readOr(revision: number, damaged: string[]): Promise<Entry | null> {
    return this.read(revision).catch(
      unlessUnavailable((error) => {
        damaged.push(messageOf(error));
        return null;
      }),
    );
  }

  /** Only what is whole is kept. Throws the end of a sentence. */
  #take(revision: number, { body, version }: StoredObject): SignedEntry<Entry> {
    this.#known.set(revision, { version, isRead: true, at: Date.now() });
    if (body.length > maxRecordBytes)
      throw new Error(`it is too large (${body.length} bytes, at most ${maxRecordBytes})`);
    const signed = parseRevision(this.#options.schema, revision, body.toString('utf8'));
    this.#cache.add({ revision, version, text: signed.text });
    return signed;
  }

  #takeOrNull(revision: number, object: StoredObject): void {
    try {
      this.#take(revision, object);
    } catch {
      // Whoever reads it says so.
    }
  }

  #parseOrNull(revision: number, text: string): SignedEntry<Entry> | null {
    try {
      return parseRevision(this.#options.schema, revision, text);
    } catch {
      return null;
    }
  }

  #unreadable(revision: number, error: unknown): ReleaseError {
    const { noun, storage } = this.#options;
    const what = `${noun} ${revision} (${storage.place}/${this.#key(revision)})`;
    return new ReleaseError('store-unreadable', unreadableRevision(what, error), { cause: error });
  }

  #key(revision: number): string {
    return `${this.#options.name}/${String(revision).padStart(digits, '0')}.json`;
  }

  #revisionOf(key: string): number | null {
    const found = /^(\d{12})\.json$/.exec(key.slice(this.#options.name.length + 1))?.[1];
    const revision = Number(found ?? 0);
    return revision > 0 ? revision : null;
  }
}

/**
 * Sends another request beside one that hangs, and takes whichever answer comes first: a connection that was cut without a
 * word is silent for as long as one waits, also when a new one would have its answer at once.
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

const cachedSchema = z.strictObject({ revision: z.int(), version: z.string(), text: z.string() });

type CachedRevision = z.infer<typeof cachedSchema>;

/** Lines of the file that later ones replace, before the file is written anew. */
const maxOutdated = 500;

/**
 * The entries of a log that were read before, in memory and in a local file, one to a line. They are believed no more than the
 * storage is: the hash and the signatures of each are looked at as ever.
 */
class RevisionCache {
  readonly #file: string | null;
  readonly #known = new Map<number, CachedRevision>();
  #loading: Promise<void> | null = null;
  /** Lines that are not in the file yet. */
  #pending: string[] = [];
  #writing: Promise<void> | null = null;

  constructor(file: string | null) {
    this.#file = file;
  }

  /** All that are known, ascending. */
  async list(): Promise<CachedRevision[]> {
    await this.#load();
    return [...this.#known.values()].sort((one, other) => one.revision - other.revision);
  }

  async get(revision: number): Promise<CachedRevision | null> {
    await this.#load();
    return this.#known.get(revision) ?? null;
  }

  /** A file that cannot be written costs requests, and nothing else. */
  add(cached: CachedRevision): void {
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
    this.#loading ??= this.#file === null ? Promise.resolve() : this.#read(this.#file);
    return this.#loading;
  }

  /** A line may be cut off, or two processes wrote into each other's: those that can be read count, and of one revision the last. */
  async #read(file: string): Promise<void> {
    const text = await readFile(file, 'utf8').catch(() => '');
    const lines = text.split('\n').flatMap((line) => (line && parseJson(cachedSchema, line)) || []);
    for (const cached of lines) this.#known.set(cached.revision, cached);
    if (lines.length - this.#known.size <= maxOutdated) return;
    const whole = [...this.#known.values()].map((cached) => `${JSON.stringify(cached)}\n`).join('');
    await writeFile(`${file}.new`, whole).catch(() => {});
    await rename(`${file}.new`, file).catch(() => {});
  }
}
