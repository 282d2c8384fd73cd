import { LRUCache } from 'lru-cache';
import { FolderStorage } from './folder.ts';
import type { GetOptions, ObjectInfo, ObjectStorage, PutOptions, StoredObject } from './object-storage.ts';

export interface MirrorOptions {
  /** A folder that no other machine uses. */
  folder: string;
  /** Maximum size of all copies in bytes; null for no limit. */
  maxBytes: number | null;
  /** Returns whether the object of a key is immutable, so that a copy may be used. */
  isImmutable: (key: string) => boolean;
}

/**
 * A damaged copy is fetched again at most three times in ten seconds, because the object in the storage may be damaged too.
 * One attempt is not enough, because the network can damage a response.
 */
const maxRefetches = 3;

/**
 * A storage with local copies of immutable objects. A server uses them while the storage is unavailable. Readers verify a copy
 * themselves, and read with `fresh` when it is damaged.
 */
export class MirroredStorage implements ObjectStorage {
  readonly #storage: ObjectStorage;
  readonly #copies: FolderStorage;
  readonly #options: MirrorOptions;
  readonly #fetching = new Map<string, Promise<StoredObject | null>>();
  readonly #refetches = new LRUCache<string, number>({ max: 10_000, ttl: 10_000, noUpdateTTL: true });
  /** Copies by key, the least recently used first; null before the first listing. */
  #sizes: Map<string, number> | null = null;
  #isPinned: (key: string) => boolean = () => false;

  constructor(storage: ObjectStorage, options: MirrorOptions) {
    this.#storage = storage;
    this.#copies = new FolderStorage(options.folder);
    this.#options = options;
  }

  get place(): string {
    return this.#storage.place;
  }

  get trouble(): string | null {
    return this.#storage.trouble;
  }

  now(): number {
    return this.#storage.now();
  }

  /** Sets the copies that are never evicted. */
  pin(isPinned: (key: string) => boolean): void {
    this.#isPinned = isPinned;
  }

  get(key: string, options?: Omit<GetOptions, 'unlessVersion'>): Promise<StoredObject | null>;
  get(key: string, options: GetOptions): Promise<StoredObject | 'unchanged' | null>;
  async get(key: string, options: GetOptions = {}): Promise<StoredObject | 'unchanged' | null> {
    if (!this.#options.isImmutable(key)) return this.#storage.get(key, options);
    if (!options.fresh || this.#timesRefetched(key) >= maxRefetches) {
      const copy = await this.#copies
        .get(key, { maxBytes: options.maxBytes ?? Number.POSITIVE_INFINITY })
        .catch(() => null);
      if (copy) {
        await this.#use(key, copy.body.length);
        return copy;
      }
    }
    const fetching = this.#fetching.get(key) ?? this.#fetch(key, options).finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, fetching);
    return fetching;
  }

  put(key: string, body: Buffer | string, options?: PutOptions): Promise<boolean> {
    return this.#storage.put(key, body, options);
  }

  list(prefix: string): Promise<ObjectInfo[]> {
    return this.#storage.list(prefix);
  }

  async delete(key: string): Promise<void> {
    await this.#storage.delete(key);
    await this.#removeCopy(key);
  }

  stat(key: string): Promise<ObjectInfo | null> {
    return this.#storage.stat(key);
  }

  async #fetch(key: string, options: GetOptions): Promise<StoredObject | null> {
    const { unlessVersion: _, ...rest } = options;
    const object = await this.#storage.get(key, rest);
    if (!object) {
      await this.#removeCopy(key);
      return null;
    }
    if (options.fresh) this.#refetches.set(key, this.#timesRefetched(key) + 1);
    // A truncated object is not stored as a copy. A full disk only causes more requests.
    const isWhole = options.maxBytes === undefined || object.body.length <= options.maxBytes;
    if (isWhole && (await this.#copies.put(key, object.body, { isDurable: false }).catch(() => false))) {
      await this.#use(key, object.body.length);
      await this.#makeRoom(key);
    }
    return object;
  }

  #timesRefetched(key: string): number {
    return this.#refetches.get(key) ?? 0;
  }

  async #use(key: string, bytes: number): Promise<void> {
    const sizes = await this.#listCopies();
    sizes.delete(key);
    sizes.set(key, bytes);
  }

  async #makeRoom(newest: string): Promise<void> {
    const { maxBytes } = this.#options;
    if (maxBytes === null) return;
    const sizes = await this.#listCopies();
    let total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const [key, bytes] of sizes) {
      if (total <= maxBytes) return;
      if (key === newest || this.#isPinned(key)) continue;
      total -= bytes;
      await this.#removeCopy(key);
    }
  }

  async #removeCopy(key: string): Promise<void> {
    this.#sizes?.delete(key);
    this.#refetches.delete(key);
    await this.#copies.delete(key).catch(() => {});
  }

  async #listCopies(): Promise<Map<string, number>> {
    if (this.#sizes) return this.#sizes;
    const copies = await this.#copies.list('');
    copies.sort((one, other) => one.modified - other.modified);
    this.#sizes ??= new Map(copies.map(({ key, bytes }) => [key, bytes]));
    return this.#sizes;
  }
}
