import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { fileErrorCode } from '../file-error-code.ts';
import { messageOf } from '../message-of.ts';
import { ReleaseError } from '../release-error.ts';
import { asUnwritable } from './as-unwritable.ts';
import { createFileOnce, replaceFile } from './durable-files.ts';
import { mostRecordBytes, readPlainFile } from './plain-files.ts';
import type { ReplaceableNotes } from './release-store.ts';

/** Notes as files of a folder. */
export class FolderNotes implements ReplaceableNotes {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(name: string, text: string): Promise<boolean> {
    const path = this.#path(name);
    return asUnwritable(path, async () => {
      await makeFolder(this.#folder);
      return createFileOnce(path, text);
    });
  }

  async replace(name: string, text: string): Promise<void> {
    const path = this.#path(name);
    await asUnwritable(path, async () => {
      await makeFolder(this.#folder);
      await replaceFile(path, text);
    });
  }

  async #names(): Promise<string[]> {
    const files = await readdir(this.#folder).catch((error: unknown) => {
      if (fileErrorCode(error) === 'ENOENT') return [];
      // Nobody may take what cannot be read for nothing: an ended session would go on.
      throw new ReleaseError('store-unreadable', `The folder ${this.#folder} cannot be read: ${messageOf(error)}`);
    });
    return files.flatMap((file) => /^([\w-][\w.-]*)\.json$/.exec(file)?.[1] ?? []);
  }

  async readAll(): Promise<ReadonlyMap<string, string>> {
    const names = await this.#names();
    const read = async (name: string) =>
      [name, String(await readPlainFile(this.#path(name), mostRecordBytes).catch(() => ''))] as const;
    return new Map(await Promise.all(names.map(read)));
  }

  async remove(name: string): Promise<void> {
    const path = this.#path(name);
    await asUnwritable(path, () => rm(path, { force: true }));
  }

  #path(name: string): string {
    return join(this.#folder, `${name.replaceAll(/[^\w.-]/g, '_')}.json`);
  }
}
