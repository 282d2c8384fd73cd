import { ReleaseError } from './release-error.ts';

/** The default limit of an object, in bytes. Records, revisions and notes are far smaller. */
export const maxRecordBytes = 5_000_000;

export interface ObjectInfo {
  /** The path relative to the storage's root, with slashes: `compositions/000000000012.json`. */
  key: string;
  /** Changes whenever the content changes. */
  version: string;
  /** The time of the write by the storage's clock, in milliseconds since 1970. */
  modified: number;
  bytes: number;
}

export interface StoredObject extends Pick<ObjectInfo, 'version' | 'modified'> {
  body: Buffer;
}

export interface GetOptions {
  /** The version that the caller holds. While it is current, the result is `unchanged`. */
  unlessVersion?: string | undefined;
  /** Maximum length in bytes. A longer object is truncated one byte after it. Default: the limit of a record. */
  maxBytes?: number;
  /** Bypasses the local copy, because it is damaged. */
  fresh?: boolean;
  /** Maximum number of attempts after transient errors. A connection reset and expired credentials may add one each. */
  tries?: number;
}

export interface PutOptions {
  ifAbsent?: boolean;
  contentType?: string;
  /** The cache header for a CDN in front of the storage. Default: no caching. */
  cacheControl?: string;
  /** False when the write may be lost in a power failure, such as a heartbeat. */
  isDurable?: boolean;
}

/**
 * The object storage of the platform: a folder or a bucket. All data of releases and revisions is stored through this
 * interface.
 */
export interface ObjectStorage {
  /** The location for messages: a path, or `s3://bucket/prefix`. */
  readonly place: string;
  /** Since when and why it is unavailable, as a sentence without internal data; null while it responds. */
  readonly trouble: string | null;
  /** Returns the time by the storage's clock, in milliseconds since 1970. */
  now(): number;
  get(key: string, options?: Omit<GetOptions, 'unlessVersion'>): Promise<StoredObject | null>;
  get(key: string, options: GetOptions): Promise<StoredObject | 'unchanged' | null>;
  /**
   * Writes an object atomically. It is durable when this resolves. Returns false when `ifAbsent` is set and the object exists.
   *
   * @throws ReleaseError `write-unknown` when it is unknown whether the write succeeded.
   */
  put(key: string, body: Buffer | string, options?: PutOptions): Promise<boolean>;
  /** Lists all objects with a key prefix, ordered by key. */
  list(prefix: string): Promise<ObjectInfo[]>;
  /** Deletes an object. A missing object is no error. */
  delete(key: string): Promise<void>;
  stat(key: string): Promise<ObjectInfo | null>;
}

/** Rejects keys that could escape from the storage's root, and any backslash, which is a separator on Windows. */
export function checkKey(key: string): string {
  const isInside = !/[\\\0]/.test(key) && key.split('/').every((part) => !['', '.', '..'].includes(part));
  if (isInside) return key;
  throw new Error(`The key ${JSON.stringify(key)} would lie outside of its storage.`);
}

/** The storage is unavailable, so its content is unknown. Data that was read before stays valid. */
export class StorageUnavailableError extends ReleaseError {
  override readonly name = 'StorageUnavailableError';

  constructor(message: string, options?: ErrorOptions) {
    super('store-away', message, options);
  }
}

/** Rethrows a {@link StorageUnavailableError}. Returns the fallback's result for every other error. */
export function unlessUnavailable<Value>(fallback: (error: unknown) => Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof StorageUnavailableError) throw error;
    return fallback(error);
  };
}

/**
 * Maps all items with limited concurrency, and returns the results in the same order. After a failure it starts no further
 * items. It rejects with the first error once all started items have ended.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const entries = items.entries();
  const run = async () => {
    for (const [index, item] of entries) {
      try {
        results[index] = await work(item);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, run));
  if (failures.length > 0) throw failures[0];
  return results;
}
