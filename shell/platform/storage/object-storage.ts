import { ReleaseError } from './release-error.ts';

/** Records, revisions and notes stay far below this size, in bytes. */
export const maxRecordBytes = 5_000_000;

/** One object, as a listing describes it. */
export interface ObjectInfo {
  /** Its name below the storage's place, with slashes: `compositions/000000000012.json`. */
  key: string;
  /** Changes whenever the content changes. */
  version: string;
  /** When it was written, by the storage's own clock, in milliseconds since 1970. */
  modified: number;
  bytes: number;
}

export interface StoredObject extends Pick<ObjectInfo, 'version' | 'modified'> {
  body: Buffer;
}

export interface GetOptions {
  /** The version that is known: while it is current, the answer is `unchanged`. */
  unlessVersion?: string | undefined;
  /** A longer object is cut after one byte more than this; that of a record by default. */
  maxBytes?: number;
  /** Past any copy of this machine, which proved damaged. */
  fresh?: boolean;
  /** How often a request that fails is sent; fewer times where the caller asks again anyway. */
  tries?: number;
}

export interface PutOptions {
  /** Writes only where there is no object of this key. */
  ifAbsent?: boolean;
  contentType?: string;
  /** For a CDN in front of the storage; nothing is cached by default. */
  cacheControl?: string;
  /** False for what a power cut may take back, such as a heartbeat. */
  isDurable?: boolean;
}

export interface ListOptions {
  /** Keys after this one only. */
  after?: string | undefined;
}

/**
 * Where the platform keeps its objects: a folder or a bucket. Everything that the platform knows of releases and revisions is
 * built on these five calls.
 */
export interface ObjectStorage {
  /** For messages: a path, or `s3://bucket/prefix`. */
  readonly place: string;
  /** Why it cannot be reached at the moment and since when, in words that anybody may read; null while it answers. */
  readonly trouble: string | null;
  /** The time by the storage's own clock, in milliseconds since 1970. */
  now(): number;
  /** The object; null when there is none. */
  get(key: string, options?: Omit<GetOptions, 'unlessVersion'>): Promise<StoredObject | null>;
  get(key: string, options: GetOptions): Promise<StoredObject | 'unchanged' | null>;
  /**
   * Writes an object whole or not at all; it is durable when this resolves. False where `ifAbsent` found one.
   *
   * @throws ReleaseError `write-unknown` when nobody can say whether it was written.
   */
  put(key: string, body: Buffer | string, options?: PutOptions): Promise<boolean>;
  /** All objects whose keys begin so, ordered by key. */
  list(prefix: string, options?: ListOptions): Promise<ObjectInfo[]>;
  /** Removes an object; one that is not there is no error. */
  delete(key: string): Promise<void>;
  /** What a listing says of one object; null when there is none. */
  stat(key: string): Promise<ObjectInfo | null>;
}

/**
 * Whoever chooses a part of a key must not reach another place: on Windows a backslash is a slash.
 *
 * @throws Error that names the key
 */
export function checkKey(key: string): string {
  const isInside = !/[\\\0]/.test(key) && key.split('/').every((part) => !['', '.', '..'].includes(part));
  if (isInside) return key;
  throw new Error(`The key ${JSON.stringify(key)} would lie outside of its storage.`);
}

/** The storage cannot be asked at the moment. What it holds is unknown: what was read before is not doubted because of it. */
export class StorageUnavailableError extends ReleaseError {
  override readonly name = 'StorageUnavailableError';

  constructor(message: string, options?: ErrorOptions) {
    super('store-away', message, options);
  }
}

/** Rethrows that the storage is unavailable; for every other error it gives what the fallback makes of it. */
export function unlessUnavailable<Value>(fallback: (error: unknown) => Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof StorageUnavailableError) throw error;
    return fallback(error);
  };
}

/**
 * Works on all items, at most so many at once, and gives the results in the same order. After a failure nothing more is begun;
 * it rejects with the first one once nothing is at work any more.
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
