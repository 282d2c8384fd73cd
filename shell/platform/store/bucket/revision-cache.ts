import { appendFile, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import * as z from 'zod/mini';
import { parseJson } from '../../parse-json.ts';
import { replaceFile } from '../durable-files.ts';

const lineSchema = z.strictObject({ revision: z.int(), etag: z.string(), text: z.string() });

export type CachedRevision = z.infer<typeof lineSchema>;

/** Lines that say nothing more, before the file is written anew. */
const mostOutdated = 500;

/**
 * The revisions of a log that were read before, in one local file: what a server starts with at once, also while the store
 * is away. It is never believed more than the store would be: the hash and signatures of each entry are looked at as ever.
 */
export class RevisionCache {
  readonly #file: string;
  readonly #known = new Map<number, CachedRevision>();
  #loading: Promise<void> | null = null;
  /** Lines that are not in the file yet. */
  #pending: string[] = [];
  #writing: Promise<void> | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /** All revisions held, ascending. */
  async list(): Promise<CachedRevision[]> {
    await this.#load();
    return [...this.#known.values()].sort((one, other) => one.revision - other.revision);
  }

  async get(revision: number): Promise<CachedRevision | null> {
    await this.#load();
    return this.#known.get(revision) ?? null;
  }

  /** A cache that cannot be written costs requests, and nothing else. */
  add(cached: CachedRevision): void {
    this.#known.set(cached.revision, cached);
    this.#pending.push(toCachedLine(cached));
    this.#writing ??= this.#write()
      .catch(() => {})
      .finally(() => {
        this.#writing = null;
      });
  }

  /** What has come meanwhile goes into the file at once. */
  async #write(): Promise<void> {
    await makeFolder(dirname(this.#file));
    while (this.#pending.length > 0) await appendFile(this.#file, this.#pending.splice(0).join(''));
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  async #read(): Promise<void> {
    const lines = parseCachedLines(await readFile(this.#file, 'utf8').catch(() => ''));
    // The last one counts: those before were of an object that was written over.
    for (const cached of lines) this.#known.set(cached.revision, cached);
    if (lines.length - this.#known.size <= mostOutdated) return;
    await replaceFile(this.#file, [...this.#known.values()].map(toCachedLine).join('')).catch(() => {});
  }
}

/** Those lines that can be read: one may be cut off, or two processes wrote into each other's. */
export function parseCachedLines(text: string): CachedRevision[] {
  return text.split('\n').flatMap((line) => (line && parseJson(lineSchema, line)) || []);
}

export function toCachedLine(cached: CachedRevision): string {
  return `${JSON.stringify(cached)}\n`;
}
