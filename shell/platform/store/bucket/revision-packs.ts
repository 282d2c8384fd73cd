import { inBatches } from '../in-batches.ts';
import type { BucketClient } from './bucket-client.ts';
import { type CachedRevision, parseCachedLines, type RevisionCache, toCachedLine } from './revision-cache.ts';

/** Revisions of a pack. */
const packSize = 250;
/** What does not fit is fetched one by one. */
const mostPackBytes = 64_000_000;
/** Fewer are fetched one by one. */
const leastMissing = 50;
const fetchedAtOnce = 16;

interface PackParts {
  client: BucketClient;
  /** Of the log, `compositions`. */
  name: string;
  cache: RevisionCache;
}

/**
 * Copies of many revisions in one object, `packs/compositions/000000000251.jsonl`: ten thousand requests of a machine that
 * has none of them become forty. What a pack says counts only as far as the revision's own object has the same tag, and is
 * held against hash and signatures like everything else.
 */
export class RevisionPacks {
  readonly #parts: PackParts;
  #known: Promise<Set<number>> | null = null;

  constructor(parts: PackParts) {
    this.#parts = parts;
  }

  /** The highest revision that a pack may hold; 0 without packs. */
  async highest(): Promise<number> {
    return Math.max(0, ...[...(await this.#list())].map((start) => start + packSize - 1));
  }

  /** Brings what the local copies lack, where that is much. Takes revisions by number with their tags. */
  async fetchMissing(tags: ReadonlyMap<number, { etag: string }>): Promise<void> {
    const { client, cache } = this.#parts;
    const cached = new Set((await cache.list()).map(({ revision }) => revision));
    const missing = [...tags.keys()].filter((revision) => !cached.has(revision));
    if (missing.length < leastMissing) return;
    const known = await this.#list();
    const starts = [...new Set(missing.map(startOf))].filter((start) => known.has(start));
    await inBatches(starts, fetchedAtOnce, async (start) => {
      const object = await client.get(this.#key(start), { mostBytes: mostPackBytes });
      for (const line of parseCachedLines(object?.body.toString('utf8') ?? '')) {
        if (!cached.has(line.revision) && tags.get(line.revision)?.etag === line.etag) cache.add(line);
      }
    });
  }

  /** Packs what is whole and not packed yet, for those who come later: a server does it now and then. */
  async packNew(tags: ReadonlyMap<number, { etag: string }>): Promise<void> {
    if (tags.size < packSize) return;
    const { client, cache } = this.#parts;
    const known = await this.#list();
    const cached = new Map((await cache.list()).map((line) => [line.revision, line]));
    const starts = new Set([...tags.keys()].map(startOf));
    for (const start of starts) {
      if (known.has(start)) continue;
      const lines = Array.from({ length: packSize }, (_, index) => cached.get(start + index));
      const isWhole = lines.every((line) => line && tags.get(line.revision)?.etag === line.etag);
      if (!isWhole) continue;
      const whole = lines.filter((line): line is CachedRevision => line !== undefined);
      await client.put(this.#key(start), Buffer.from(whole.map(toCachedLine).join('')));
      known.add(start);
    }
  }

  #list(): Promise<Set<number>> {
    const { client, name } = this.#parts;
    const known =
      this.#known ??
      client.list(`packs/${name}/`).then(({ objects }) => {
        return new Set(objects.map(({ key }) => Number(/(\d{12})\.jsonl$/.exec(key)?.[1] ?? 0)));
      });
    this.#known = known;
    known.catch(() => {
      this.#known = null;
    });
    return known;
  }

  #key(start: number): string {
    return `packs/${this.#parts.name}/${String(start).padStart(12, '0')}.jsonl`;
  }
}

function startOf(revision: number): number {
  return revision - ((revision - 1) % packSize);
}
