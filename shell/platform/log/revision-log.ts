import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { messageOf, parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import type { Signature, SignedEntry } from '../keys/keys.ts';
import {
  maxRecordBytes,
  type ObjectStorage,
  StorageUnavailableError,
  unlessUnavailable,
} from '../storage/object-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import {
  describeEntry,
  parseRevision,
  type Revision,
  RevisionTakenError,
  unreadableRevision,
  writeRevision,
} from './revision.ts';

interface RevisionLogOptions {
  storage: ObjectStorage;
  /** Where this machine keeps what counted. */
  cacheFile: string | null;
  /** Requests cost: what is known of a revision is not asked for again for some seconds. */
  isFar: boolean;
  /** A server starts with what it has read before while the storage is away, and asks again soon in any case. */
  isServing: boolean;
}

interface Known {
  version: string;
  /** By its own key, and not only in a listing. */
  isRead: boolean;
  /** When the storage said so. */
  at: number;
}

/** What is known of a revision far away is asked for again after this, in milliseconds. */
const freshFor = 4500;
/** A server sends another look beside one without an answer after this long, in milliseconds. */
const hedgedAfter = 250;
const folder = 'log';

/**
 * An append-only list of numbered revisions, each of them one object that is never written again: `log/000000000012.json`.
 * Appending is the compare-and-set. Whether a revision counts is for its reader to find out.
 */
export class RevisionLog {
  readonly #options: RevisionLogOptions;
  readonly #cache: RevisionCache;
  readonly #known = new Map<number, Known>();
  #hasListed = false;
  /** What a look has brought along, until it is read. */
  #brought: CachedRevision | null = null;

  constructor(options: RevisionLogOptions) {
    this.#options = options;
    this.#cache = new RevisionCache(options.cacheFile);
  }

  /** A revision as it is stored; null when there is none. Rejects with a sentence when it is damaged. */
  async read(revision: number): Promise<SignedEntry<Revision> | null> {
    const cached = await this.#cache.get(revision);
    const known = this.#known.get(revision);
    if (cached && known?.version === cached.version) {
      const signed = parseOrNull(revision, cached.text);
      known.isRead = true;
      if (signed) return signed;
    }
    const { storage } = this.#options;
    const brought = this.#brought;
    this.#brought = null;
    try {
      if (brought?.revision === revision && brought.version === known?.version)
        return parseText(revision, brought.text);
      const object = await storage.get(keyOf(revision));
      if (!object) return null;
      this.#known.set(revision, { version: object.version, isRead: true, at: Date.now() });
      return parseText(revision, object.body.toString('utf8'));
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      throw this.#unreadable(revision, error);
    }
  }

  /** The copy of a revision that counted here before, for one that is damaged or missing in the storage; null without one. */
  async copyOf(revision: number): Promise<SignedEntry<Revision> | null> {
    const cached = await this.#cache.get(revision);
    return cached && parseOrNull(revision, cached.text);
  }

  /** Keeps a copy of a revision that counts. */
  keep({ entry: { revision }, text }: SignedEntry<Revision>): void {
    const { version = '' } = this.#known.get(revision) ?? {};
    this.#cache.add({ revision, version, text });
  }

  /** Changes when the stored bytes change; null when there is no such revision. Cheap: made to be asked often. */
  async fingerprint(revision: number): Promise<string | null> {
    const { storage, isServing, isFar } = this.#options;
    const known = this.#known.get(revision);
    // Of what was listed and never read, the version in the listing is the one to read it by.
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
    // The look has brought the revision along: reading it needs no second one.
    const text = object === 'unchanged' ? null : object.body.toString('utf8');
    if (text !== null) this.#brought = { revision, version, text };
    return version;
  }

  /**
   * Adds a revision, which is durable when this resolves.
   *
   * @throws RevisionTakenError when its number is taken.
   */
  async append(entry: Revision, sign: (sha256: string) => readonly Signature[]): Promise<void> {
    const { revision } = entry;
    if (await this.#options.storage.put(keyOf(revision), writeRevision(entry, sign), { ifAbsent: true })) return;
    const winner = await this.read(revision).catch(unlessUnavailable(messageOf));
    const sentence = typeof winner === 'string' ? winner : winner && describeEntry(winner.entry);
    throw new RevisionTakenError(revision, sentence ?? `revision ${revision} is taken`);
  }

  /** Writes over the object of a revision that is damaged or missing: for whoever still has it whole. */
  async restore({ revision, text }: { revision: number; text: string }): Promise<void> {
    await this.#options.storage.put(keyOf(revision), text);
    this.#known.delete(revision);
  }

  /** Takes an object out of the log that is no revision of it, and keeps it beside: `log/refused/...`. */
  async moveAside(revision: number): Promise<string> {
    const { storage } = this.#options;
    const object = await storage.get(keyOf(revision)).catch(unlessUnavailable(() => null));
    const place = `${folder}/refused/${name(revision)}-${Date.now()}.json`;
    if (object) await storage.put(place, object.body);
    await storage.delete(keyOf(revision));
    this.#known.delete(revision);
    return place;
  }

  /** All numbers that are taken, ascending. */
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

  /** What a server goes by that starts while the storage is away, until it was there once. */
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

/** Throws the end of a sentence when it is damaged. */
function parseText(revision: number, text: string): SignedEntry<Revision> {
  if (text.length <= maxRecordBytes) return parseRevision(revision, text);
  throw new Error(`it is too large (${text.length} bytes, at most ${maxRecordBytes})`);
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

/** Lines of the file that later ones replace, before the file is written again. */
const maxOutdated = 500;

/**
 * The revisions that counted here before, in memory and in a local file, one to a line. They are believed no more than the
 * storage is: the hash, the signatures and the act of each are checked as ever.
 */
export class RevisionCache {
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
