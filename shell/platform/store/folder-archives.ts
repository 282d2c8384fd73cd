import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { fileErrorCode } from '../file-error-code.ts';
import { asUnwritable } from './as-unwritable.ts';
import { createFileOnce } from './durable-files.ts';
import { readPlainFile } from './plain-files.ts';
import { type Archived, type Archives, archiveName, mostArchiveBytes } from './release-store.ts';

/** Archives as files of a folder, each written once. */
export class FolderArchives implements Archives {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(name: string, bytes: Buffer): Promise<boolean> {
    const path = this.#path(name);
    return asUnwritable(path, async () => {
      await makeFolder(this.#folder);
      return createFileOnce(path, bytes);
    });
  }

  async read(name: string): Promise<Buffer | null> {
    try {
      return await readPlainFile(this.#path(name), mostArchiveBytes);
    } catch (error) {
      if (fileErrorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async list(): Promise<Archived[]> {
    const files = await readdir(this.#folder).catch((error: unknown) => {
      if (fileErrorCode(error) === 'ENOENT') return [];
      throw error;
    });
    const named = files.filter((file) => archiveName.test(file));
    return Promise.all(named.map(async (name) => ({ name, added: (await stat(join(this.#folder, name))).mtimeMs })));
  }

  async remove(name: string): Promise<void> {
    const path = this.#path(name);
    await asUnwritable(path, () => rm(path, { force: true }));
  }

  #path(name: string): string {
    if (!archiveName.test(name)) throw new Error(`"${name}" is no name of an archive.`);
    return join(this.#folder, name);
  }
}
