import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import * as z from 'zod/mini';
import { parseJson } from '../parse-json.ts';

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
