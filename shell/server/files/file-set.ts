import { type Dirent, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentTypeOf } from './content-types.ts';
import { EncodedBody } from './encoded-body.ts';

/**
 * The files below one folder, listed once: what was not there at the start is not served, so no request can name a
 * path outside. Bodies are read on their first request and kept.
 */
export class FileSet {
  readonly #files: ReadonlyMap<string, string>;
  readonly #bodies = new Map<string, Promise<EncodedBody>>();

  constructor(folder: string) {
    this.#files = new Map(
      listFiles(folder).map((file) => [path.relative(folder, file).split(path.sep).join('/'), file]),
    );
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** The body of a file by its path relative to the folder, or undefined when there is none. */
  get(name: string): Promise<EncodedBody> | undefined {
    const file = this.#files.get(name);
    if (!file) return undefined;
    const known = this.#bodies.get(name);
    if (known) return known;
    const body = readFile(file).then((bytes) => new EncodedBody(bytes, contentTypeOf(file)));
    body.catch(() => this.#bodies.delete(name));
    this.#bodies.set(name, body);
    return body;
  }
}

function listFiles(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
