import { messageOf } from '../../message-of.ts';
import { ReleaseError } from '../../release-error.ts';
import type { Signature, SignedEntry } from '../../trust/signed-entry.ts';
import { findCurrent } from '../find-current.ts';
import { inBatches } from '../in-batches.ts';
import { mostRecordBytes } from '../plain-files.ts';
import type { CurrentRevision, RevisionLog } from '../release-store.ts';
import type { RevisionKind } from '../revision-kinds.ts';
import { RevisionTakenError } from '../revision-taken-error.ts';
import { parseRevision, unreadableRevision, writeRevision } from '../revision-text.ts';
import { StoreAwayError, unlessAway } from '../store-away-error.ts';
import { askBeside } from './ask-beside.ts';
import type { BucketClient, StoredObject } from './bucket-client.ts';
import { listSideBySide } from './list-side-by-side.ts';
import { RevisionCache } from './revision-cache.ts';
import { RevisionPacks } from './revision-packs.ts';

interface Options<Entry> extends RevisionKind<Entry> {
  client: BucketClient;
  /** What its keys start with, `compositions`. */
  name: string;
  /** The local file of what was read before. */
  cacheFile: string;
  /** Begins with what was read before where the store is away: for a server that starts. */
  startsWithoutStore: boolean;
  /** Tries of a request that is made again anyway, twice a second. */
  triesOfLook?: number | undefined;
}

interface Seen {
  etag: string;
  /** By its own key, and not only listed. */
  isRead: boolean;
  /** When the store said so. */
  at: number;
}

/** What was seen of an object is asked for again after this, in milliseconds. */
const freshFor = 4500;
export const fetchedAtOnce = 16;
/** A look that has no answer yet has another one beside it, as often as looks are, in milliseconds. */
const asksBesideAfter = 500;
const digits = 12;

/** An object for each revision, `compositions/000000000012.json`; one is read once, and kept locally. */
export class BucketRevisionLog<Entry extends { revision: number }> implements RevisionLog<Entry> {
  readonly #options: Options<Entry>;
  readonly #cache: RevisionCache;
  readonly #packs: RevisionPacks;
  readonly #seen = new Map<number, Seen>();
  #hasListed = false;

  constructor(options: Options<Entry>) {
    this.#options = options;
    this.#cache = new RevisionCache(options.cacheFile);
    this.#packs = new RevisionPacks({ client: options.client, name: options.name, cache: this.#cache });
  }

  async readCurrent(): Promise<CurrentRevision<Entry>> {
    return findCurrent(await this.list(), (revision, damaged) => this.#readOr(revision, damaged));
  }

  async readAll(): Promise<{ entries: Entry[]; damaged: string[] }> {
    const damaged: string[] = [];
    const entries = await inBatches(await this.list(), fetchedAtOnce, (revision) => this.#readOr(revision, damaged));
    return { entries: entries.filter((entry) => entry !== null), damaged };
  }

  async read(revision: number): Promise<Entry | null> {
    return (await this.readSigned(revision))?.entry ?? null;
  }

  async readSigned(revision: number): Promise<SignedEntry<Entry> | null> {
    const cached = await this.#cache.get(revision);
    const seen = this.#seen.get(revision);
    if (cached && (!seen || seen.etag === cached.etag)) {
      const signed = this.#parseOrNull(revision, cached.text);
      if (seen) seen.isRead = true;
      if (signed) return signed;
    }
    const object = await this.#options.client.get(this.#key(revision));
    if (!object) return null;
    try {
      return this.#take(revision, object);
    } catch (error) {
      const { noun, client } = this.#options;
      const sentence = unreadableRevision(`${noun} ${revision} (${client.place}/${this.#key(revision)})`, error);
      throw new ReleaseError('store-unreadable', sentence, { cause: error });
    }
  }

  async fingerprint(revision: number): Promise<string | null> {
    const { client, triesOfLook } = this.#options;
    const seen = this.#seen.get(revision);
    // Of what was listed and never read, the tag in the list is the one to read it by.
    if (seen && (!seen.isRead || Date.now() - seen.at < freshFor)) return seen.etag;
    const ask = () =>
      client.get(this.#key(revision), { unlessTag: seen?.etag, ...(triesOfLook && { tries: triesOfLook }) });
    const object = triesOfLook ? await askBeside(ask, asksBesideAfter) : await ask();
    if (object === null) {
      this.#seen.delete(revision);
      return null;
    }
    const etag = object === 'unchanged' ? (seen?.etag ?? '') : object.etag;
    this.#seen.set(revision, { etag, isRead: true, at: Date.now() });
    // The look has brought it along: reading it needs no second one.
    if (object !== 'unchanged') this.#takeOrNull(revision, object);
    return etag;
  }

  async append(entry: Entry, sign?: (sha256: string) => readonly Signature[]): Promise<void> {
    const { client } = this.#options;
    const created = await client.putOnce(
      this.#key(entry.revision),
      Buffer.from(writeRevision(entry, sign)),
      jsonHeaders,
    );
    if (!created) throw new RevisionTakenError(entry.revision, await this.#describeWinner(entry.revision));
  }

  async restore({ revision, text }: { revision: number; text: string }): Promise<void> {
    await this.#options.client.put(this.#key(revision), Buffer.from(text), jsonHeaders);
    this.#seen.delete(revision);
  }

  async list(): Promise<number[]> {
    const { client, name } = this.#options;
    try {
      const objects = await listSideBySide(client, {
        start: `${name}/`,
        keyOf: (revision) => this.#key(revision),
        guessHighest: () => this.#guessHighest(),
      });
      this.#hasListed = true;
      const before = new Set([...this.#seen].filter(([, { isRead }]) => isRead).map(([revision]) => revision));
      this.#seen.clear();
      for (const { key, etag } of objects) {
        const revision = this.#revisionOf(key);
        if (revision !== null) this.#seen.set(revision, { etag, isRead: before.has(revision), at: Date.now() });
      }
      await this.#packs.fetchMissing(this.#seen);
      if (this.#options.startsWithoutStore) void this.#packs.packNew(new Map(this.#seen)).catch(() => {});
      return [...this.#seen.keys()].sort((one, other) => one - other);
    } catch (error) {
      const before = error instanceof StoreAwayError ? await this.#startWithoutStore() : [];
      if (before.length === 0) throw error;
      return before;
    }
  }

  async #guessHighest(): Promise<number> {
    return (await this.#cache.list()).at(-1)?.revision ?? this.#packs.highest();
  }

  /** What a server that starts while the store is away goes by, until it was there once. */
  async #startWithoutStore(): Promise<number[]> {
    if (this.#hasListed || !this.#options.startsWithoutStore) return [];
    const cached = await this.#cache.list();
    for (const { revision, etag } of cached) this.#seen.set(revision, { etag, isRead: true, at: Date.now() });
    return cached.map(({ revision }) => revision);
  }

  async #describeWinner(revision: number): Promise<string> {
    const damaged: string[] = [];
    const winner = await this.#readOr(revision, damaged);
    return winner ? this.#options.describe(winner) : (damaged[0] ?? `revision ${revision} is taken`);
  }

  async #readOr(revision: number, damaged: string[]): Promise<Entry | null> {
    return this.read(revision).catch(
      unlessAway((error) => {
        damaged.push(messageOf(error));
        return null;
      }),
    );
  }

  /** Only what is whole is kept. Throws the end of a sentence. */
  #take(revision: number, { body, etag }: StoredObject): SignedEntry<Entry> {
    this.#seen.set(revision, { etag, isRead: true, at: Date.now() });
    if (body.length > mostRecordBytes)
      throw new Error(`it is too large (${body.length} bytes, at most ${mostRecordBytes})`);
    const signed = parseRevision(this.#options.schema, revision, body.toString('utf8'));
    this.#cache.add({ revision, etag, text: signed.text });
    return signed;
  }

  #takeOrNull(revision: number, object: StoredObject): void {
    try {
      this.#take(revision, object);
    } catch {
      // Said by whoever reads it.
    }
  }

  #parseOrNull(revision: number, text: string): SignedEntry<Entry> | null {
    try {
      return parseRevision(this.#options.schema, revision, text);
    } catch {
      return null;
    }
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

const jsonHeaders = { 'Content-Type': 'application/json' };
