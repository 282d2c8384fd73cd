import { readFile, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { integrityOf } from 'kit/squad/release/content-id';
import { asUnwritable } from '../as-unwritable.ts';
import { createFolderOnce, replaceFile } from '../durable-files.ts';
import { readPlainFile } from '../plain-files.ts';
import { MirrorRoom } from './mirror-room.ts';
import { parseMirroredCommit, type ReleaseCommit, writeMirroredCommit } from './release-commit.ts';

/** A release as it came from the bucket: every file is held against its commit before it is written. */
export interface FetchedRelease {
  commit: ReleaseCommit;
  files: ReadonlyMap<string, Buffer>;
}

interface MirrorParts {
  /** Of this machine alone. */
  folder: string;
  /** All releases in it may take so much, in bytes, unless those that must stay are more; null takes none away. */
  mostBytes: number | null;
  /** Rejects with a ReleaseError when the bucket does not hold it whole. */
  fetchRelease: (remote: string, id: string) => Promise<FetchedRelease>;
}

/** A release that proved bad is fetched anew at most so often, in milliseconds: the bucket may hold nothing better. */
const renewedEvery = 10_000;

/**
 * Local copies of the releases of a bucket. Each file is held against its SHA-384 when it is written and each time its
 * release is opened; a copy that does not hold is fetched anew.
 */
export class ReleaseMirror {
  readonly #parts: MirrorParts;
  readonly #room: MirrorRoom;
  readonly #opening = new Map<string, Promise<string>>();
  readonly #renewals = new Map<string, { began: number; done: Promise<boolean> }>();

  constructor(parts: MirrorParts) {
    this.#parts = parts;
    this.#room = new MirrorRoom(join(parts.folder, 'commits'));
  }

  /** The local folder of a release. */
  open(remote: string, id: string): Promise<string> {
    const name = `${remote} ${id}`;
    const opening = this.#opening.get(name) ?? this.#open(remote, id).finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  /**
   * Fetches a damaged copy anew and resolves to true once it is there. Whoever asks during a renewal, or shortly after it,
   * shares its outcome: they may have read the damaged copy while it was replaced, and read again once.
   */
  renew(remote: string, id: string, now = Date.now()): Promise<boolean> {
    const name = `${remote} ${id}`;
    const last = this.#renewals.get(name);
    if (last && now - last.began < renewedEvery) return last.done;
    const done = this.remove(remote, id)
      .then(() => this.open(remote, id))
      .then(() => true);
    this.#renewals.set(name, { began: now, done });
    return done;
  }

  async remove(remote: string, id: string): Promise<void> {
    this.#room.forget(remote, id);
    await rm(this.#commitPath(remote, id), { force: true });
    await rm(this.#folder(remote, id), { recursive: true, force: true });
  }

  /** Releases, as `remote id`, that stay whatever else needs their room. */
  pin(releases: Iterable<string>): void {
    this.#room.pin(releases);
  }

  async #open(remote: string, id: string): Promise<string> {
    const folder = this.#folder(remote, id);
    if (await this.#holds(remote, id)) {
      const now = new Date();
      await utimes(this.#commitPath(remote, id), now, now).catch(() => {});
      this.#room.touch(remote, id);
      return folder;
    }
    const { commit, files } = await this.#parts.fetchRelease(remote, id);
    await this.remove(remote, id);
    await asUnwritable(folder, async () => {
      await makeFolder(dirname(folder));
      const contents = new Map<string, Buffer | string>([...files, ...Object.entries(commit.inline)]);
      await createFolderOnce(folder, contents, { isCopy: true });
      await makeFolder(dirname(this.#commitPath(remote, id)));
      await replaceFile(this.#commitPath(remote, id), writeMirroredCommit(commit));
    });
    await this.#makeRoom(remote, id, commit);
    return folder;
  }

  async #makeRoom(remote: string, id: string, commit: ReleaseCommit): Promise<void> {
    this.#room.add(remote, id, commit);
    const { mostBytes } = this.#parts;
    if (mostBytes === null) return;
    for (const worn of await this.#room.whatMustGo(mostBytes, `${remote} ${id}`)) {
      await this.remove(worn.remote, worn.id);
    }
  }

  /** Whether a whole copy is there. */
  async #holds(remote: string, id: string): Promise<boolean> {
    const folder = this.#folder(remote, id);
    try {
      const commit = parseMirroredCommit(await readFile(this.#commitPath(remote, id), 'utf8'));
      for (const [path, { integrity, bytes }] of Object.entries(commit.files)) {
        if (integrityOf(await readPlainFile(join(folder, path), bytes)) !== integrity) return false;
      }
      for (const [path, text] of Object.entries(commit.inline)) {
        if ((await readPlainFile(join(folder, path), Buffer.byteLength(text))).toString('utf8') !== text) return false;
      }
      return true;
    } catch {
      return false;
    }
  }

  #folder(remote: string, id: string): string {
    return join(this.#parts.folder, 'releases', remote, id);
  }

  #commitPath(remote: string, id: string): string {
    return join(this.#parts.folder, 'commits', remote, `${id}.json`);
  }
}
