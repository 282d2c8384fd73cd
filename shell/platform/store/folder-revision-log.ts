import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { fileErrorCode } from '../file-error-code.ts';
import { messageOf } from '../message-of.ts';
import { ReleaseError } from '../release-error.ts';
import type { Signature, SignedEntry } from '../trust/signed-entry.ts';
import { asUnwritable } from './as-unwritable.ts';
import { createFileOnce, replaceFileDurably } from './durable-files.ts';
import { findCurrent } from './find-current.ts';
import { mostRecordBytes, readPlainFile } from './plain-files.ts';
import type { CurrentRevision, RevisionLog } from './release-store.ts';
import type { RevisionKind } from './revision-kinds.ts';
import { RevisionTakenError } from './revision-taken-error.ts';
import { parseRevision, unreadableRevision, writeRevision } from './revision-text.ts';

interface Options<Entry> extends RevisionKind<Entry> {
  folder: string;
}

const fileNamePattern = /^([1-9]\d{0,14})\.json$/;

/** A file for each revision, its entry beside a hash of it, so that no flipped byte goes unnoticed. */
export class FolderRevisionLog<Entry extends { revision: number }> implements RevisionLog<Entry> {
  readonly #options: Options<Entry>;

  constructor(options: Options<Entry>) {
    this.#options = options;
  }

  async readCurrent(): Promise<CurrentRevision<Entry>> {
    return findCurrent(await this.list(), (revision, damaged) => this.#readOr(revision, damaged));
  }

  async readAll(): Promise<{ entries: Entry[]; damaged: string[] }> {
    const entries: Entry[] = [];
    const damaged: string[] = [];
    for (const revision of await this.list()) {
      const entry = await this.#readOr(revision, damaged);
      if (entry) entries.push(entry);
    }
    return { entries, damaged };
  }

  async read(revision: number): Promise<Entry | null> {
    return (await this.readSigned(revision))?.entry ?? null;
  }

  async readSigned(revision: number): Promise<SignedEntry<Entry> | null> {
    const path = this.#path(revision);
    try {
      const text = (await readPlainFile(path, mostRecordBytes)).toString('utf8');
      return parseRevision(this.#options.schema, revision, text);
    } catch (error) {
      if (fileErrorCode(error) === 'ENOENT') return null;
      const sentence = unreadableRevision(`${this.#options.noun} ${revision} (${path})`, error);
      throw new ReleaseError('store-unreadable', sentence, { cause: error });
    }
  }

  async fingerprint(revision: number): Promise<string | null> {
    try {
      const { mtimeMs, size, ino } = await stat(this.#path(revision));
      return `${mtimeMs}-${size}-${ino}`;
    } catch (error) {
      if (fileErrorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async append(entry: Entry, sign?: (sha256: string) => readonly Signature[]): Promise<void> {
    const content = writeRevision(entry, sign);
    const path = this.#path(entry.revision);
    const created = await asUnwritable(path, async () => {
      await makeFolder(this.#options.folder);
      return createFileOnce(path, content);
    });
    if (!created) throw new RevisionTakenError(entry.revision, await this.#describeWinner(entry.revision));
  }

  async restore({ revision, text }: { revision: number; text: string }): Promise<void> {
    const path = this.#path(revision);
    await asUnwritable(path, () => replaceFileDurably(path, text));
  }

  async #describeWinner(revision: number): Promise<string> {
    const damaged: string[] = [];
    const winner = await this.#readOr(revision, damaged);
    return winner ? this.#options.describe(winner) : (damaged[0] ?? `revision ${revision} is taken`);
  }

  async #readOr(revision: number, damaged: string[]): Promise<Entry | null> {
    try {
      return await this.read(revision);
    } catch (error) {
      damaged.push(messageOf(error));
      return null;
    }
  }

  async list(): Promise<number[]> {
    try {
      const names = await readdir(this.#options.folder);
      const revisions = names.flatMap((name) => fileNamePattern.exec(name)?.[1] ?? []).map(Number);
      return revisions.sort((one, other) => one - other);
    } catch (error) {
      if (fileErrorCode(error) === 'ENOENT') return [];
      const cause = messageOf(error);
      throw new ReleaseError(
        'store-unreadable',
        `The release store cannot be read (${cause}): check the folder and its permissions, or DATA_DIR.`,
        { cause: error },
      );
    }
  }

  #path(revision: number): string {
    return join(this.#options.folder, `${revision}.json`);
  }
}
