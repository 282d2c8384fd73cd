import { join } from 'node:path';
import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import { contentTypeOf } from 'kit/server/content-type';
import { messageOf, parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import type { MirroredStorage } from '../storage/mirror.ts';
import { mapConcurrently, maxRecordBytes, type ObjectStorage, unlessUnavailable } from '../storage/object-storage.ts';
import { type ProbeFinding, probeConditions, probeStorage } from '../storage/probe-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { findOrphans, type Orphan } from './find-orphans.ts';
import { Archives, maxHeads, Notes, parseHeadText, type ServerHead, type StoredHead } from './notes.ts';
import { checkReleaseName, checkRemoteName, isPublicFile, recordFile, signatureFile } from './release-files.ts';
import { RevisionLog } from './revision-log.ts';

/** How often servers ask a store for what: every request to a bucket is paid for. All in milliseconds. */
export interface StorePace {
  /** Between two looks for the next revision. */
  look: number;
  /** Between two looks whether the revision in effect is still what it was. */
  newest: number;
  /** Between two listings of everything. */
  whole: number;
  /** Between two announcements of the revision in effect, and how long one counts. */
  heads: number;
  headsCountFor: number;
  /** Between two reports of page views: while the guard watches a release, and at all other times. */
  reports: { watched: number; otherwise: number };
  /** False where requests cost: nothing is asked for twice. */
  isFree: boolean;
}

export interface ReleaseStoreParts {
  /** Where everything is kept. */
  storage: ObjectStorage;
  /** The same with copies on this machine; null where there is nothing to copy, and for whoever must not believe copies. */
  mirror: MirroredStorage | null;
  pace: StorePace;
  /** A local folder with the keys of this installation. */
  keysFolder: string;
  /** Where this machine keeps the revisions that counted; null for whoever must not believe copies. */
  cacheFolder: string | null;
  /** A server: it starts without the storage, too. */
  isServing: boolean;
}

/** The two texts of a release that are not its content, as they were published. */
export interface ReleaseTexts {
  record: string;
  /** Null where it is not signed. */
  signature: string | null;
}

const concurrency = 16;
const maxSignatures = 20;
/** A file's address changes with its content: a CDN may serve it straight from the bucket for a year. */
const publicCaching = 'public, max-age=31536000, immutable';
const commitSchema = z.strictObject({ record: z.string(), signature: z.nullable(z.string()) });
const publicPartSchema = z.object({ files: z.record(z.string(), z.unknown()), serverEntry: z.string() });

/**
 * Releases, revisions and notes over a storage of objects. A release is its files, `remotes/<remote>/<id>/...` for browsers and
 * `private/...` for servers, and last `releases/<remote>/<id>.json`, record and signature, without which there is no release.
 */
export class ReleaseStore {
  readonly pace: StorePace;
  readonly keysFolder: string;
  /** Who did what, when and why. */
  readonly log: RevisionLog;
  /** Where the guard stopped and calls people. */
  readonly alarms: Notes;
  /** What people are told of, and how far that came. */
  readonly incidents: Notes;
  /** Acts of staff that wait for a second person, and who decided them. */
  readonly approvals: Notes;
  /** Sessions of the staff page that were ended before their time. */
  readonly endedSessions: Notes;
  /** What failed in browsers, as each server was told of it. */
  readonly failures: Notes;
  /** The packages that squads elsewhere were ever given: their lockfiles name the very bytes. */
  readonly packages: Archives;
  /** What each server saw of the releases. */
  readonly #reports: Notes;
  /** What each server says of itself. */
  readonly #heads: Notes;
  readonly #parts: ReleaseStoreParts;
  readonly #published = new Map<string, number>();
  readonly #signatures = new Map<string, Notes>();
  /** What the storage does not do that switches rest on. */
  #unfit: readonly string[] = [];

  constructor(parts: ReleaseStoreParts) {
    const { storage, pace, keysFolder, cacheFolder, isServing } = parts;
    this.#parts = parts;
    [this.pace, this.keysFolder] = [pace, keysFolder];
    const cacheFile = cacheFolder === null ? null : join(cacheFolder, 'log.jsonl');
    this.log = new RevisionLog({ storage, isServing, isFar: !pace.isFree, cacheFile });
    this.alarms = new Notes(storage, 'alarms');
    this.incidents = new Notes(storage, 'incidents');
    this.approvals = new Notes(storage, 'approvals');
    this.endedSessions = new Notes(storage, 'ended-sessions');
    this.failures = new Notes(storage, 'failures', { isDurable: false });
    this.packages = new Archives(storage, 'packages');
    this.#reports = new Notes(storage, 'reports', { isDurable: false });
    this.#heads = new Notes(storage, 'heads', { isDurable: false });
  }

  /** For messages. */
  get place(): string {
    return this.#parts.storage.place;
  }

  /** What is wrong with the store as a whole, in sentences: it does not answer, and since when. */
  get problems(): readonly string[] {
    const { trouble } = this.#parts.storage;
    const unavailable = trouble === null ? [] : [`The release store ${trouble}; what was read of it before is served.`];
    return [...this.#unfit, ...unavailable];
  }

  /** The time by the clock that the ages of this store are told by. */
  now(): number {
    return this.#parts.storage.now();
  }

  async listRemotes(): Promise<string[]> {
    const keys = await this.#parts.storage.list('releases/');
    const remotes = keys.map(({ key }) => key.split('/')[1] ?? '').filter((name) => partNamePattern.test(name));
    return [...new Set(remotes)].sort();
  }

  /** Ids of all releases of a remote, damaged ones too, in no order. */
  async listReleases(remote: string): Promise<string[]> {
    checkRemoteName(remote);
    const start = `releases/${remote}/`;
    return (await this.#parts.storage.list(start)).flatMap(({ key, modified }) => {
      const id = /^([^/]+)\.json$/.exec(key.slice(start.length))?.[1] ?? '';
      if (!releaseIdPattern.test(id)) return [];
      this.#published.set(`${remote} ${id}`, modified);
      return [id];
    });
  }

  /** Throws a ReleaseError `release-missing`. */
  async publishedAt(remote: string, id: string): Promise<Date> {
    checkReleaseName(remote, id);
    if (!this.#published.has(`${remote} ${id}`)) await this.listReleases(remote);
    const at = this.#published.get(`${remote} ${id}`);
    if (at === undefined) throw missingRelease(remote, id);
    return new Date(at);
  }

  /**
   * Adds a release whole or not at all: its files, its record and the signature of that by their paths. False when the id is
   * there already. Whoever is stopped on the way can do the very same again.
   */
  async addRelease(remote: string, id: string, files: ReadonlyMap<string, Buffer | string>): Promise<boolean> {
    checkReleaseName(remote, id);
    const { storage } = this.#parts;
    if (await storage.stat(commitKey(remote, id))) return false;
    const record = String(files.get(recordFile) ?? '');
    const signature = files.get(signatureFile);
    const parsed = parseJson(publicPartSchema, record);
    const content = [...files].filter(([path]) => path !== recordFile && path !== signatureFile);
    await mapConcurrently(content, concurrency, ([path, bytes]) => {
      const isPublic = parsed !== null && isPublicFile(parsed, path);
      return storage.put(fileKey({ remote, id, path }, isPublic), bytes, {
        contentType: contentTypeOf(path),
        ...(isPublic && { cacheControl: publicCaching }),
      });
    });
    const commit = { record, signature: signature === undefined ? null : String(signature) };
    return storage.put(commitKey(remote, id), JSON.stringify(commit), { ifAbsent: true });
  }

  /**
   * Record and signature of a release. Throws a ReleaseError `release-missing` or `release-damaged`.
   *
   * @param options.fresh past the copy of this machine, which proved damaged
   */
  async readRelease(remote: string, id: string, { fresh = false } = {}): Promise<ReleaseTexts> {
    checkReleaseName(remote, id);
    const key = commitKey(remote, id);
    const storage = this.#parts.mirror ?? this.#parts.storage;
    const damaged = (cause: unknown) =>
      new ReleaseError(
        'release-damaged',
        `The release ${remote} ${id} (${this.place}/${key}) is damaged: ${messageOf(cause)}`,
        { cause },
      );
    const object = await storage.get(key, { fresh }).catch(
      unlessUnavailable((error) => {
        throw damaged(error);
      }),
    );
    if (!object) throw missingRelease(remote, id);
    const commit = object.body.length > maxRecordBytes ? null : parseJson(commitSchema, object.body.toString('utf8'));
    if (commit) return commit;
    throw damaged(new Error('it is no record with its signature'));
  }

  /** One file as it lies there, cut after one byte more than asked for; null when there is none. */
  async readFile(
    file: { remote: string; id: string; path: string },
    { isPublic, maxBytes, fresh = false }: { isPublic: boolean; maxBytes: number; fresh?: boolean },
  ): Promise<Buffer | null> {
    checkReleaseName(file.remote, file.id);
    const storage = this.#parts.mirror ?? this.#parts.storage;
    return (await storage.get(fileKey(file, isPublic), { maxBytes, fresh }))?.body ?? null;
  }

  /** All files that lie in the storage for a release, whether its record names them or not, and whether browsers may have them. */
  async listFiles(remote: string, id: string): Promise<{ path: string; isPublic: boolean }[]> {
    checkReleaseName(remote, id);
    const areas = [true, false].map(async (isPublic) => {
      const start = fileKey({ remote, id, path: '' }, isPublic);
      return (await this.#parts.storage.list(start)).map(({ key }) => ({ path: key.slice(start.length), isPublic }));
    });
    return (await Promise.all(areas)).flat();
  }

  /**
   * Takes a release out, the commit first: a half-removed release must never look like a damaged one. Throws a ReleaseError
   * `release-missing`.
   */
  async removeRelease(remote: string, id: string): Promise<void> {
    if (!(await this.listReleases(remote)).includes(id)) {
      checkReleaseName(remote, id);
      throw missingRelease(remote, id);
    }
    const storage = this.#parts.mirror ?? this.#parts.storage;
    await storage.delete(commitKey(remote, id));
    this.#published.delete(`${remote} ${id}`);
    for (const area of ['remotes', 'private', 'signatures']) {
      const objects = await storage.list(`${area}/${remote}/${id}/`);
      await mapConcurrently(objects, concurrency, ({ key }) => storage.delete(key));
    }
  }

  /** Removes the files of uploads that were never finished and that nobody has added to since. */
  async removeUnfinished(before: Date): Promise<void> {
    const { storage } = this.#parts;
    const newest = new Map<string, number>();
    const keys = new Map<string, string[]>();
    // Everything is listed: a folder removes what was cut off in the middle of a write as it lists.
    for (const { key, modified } of await storage.list('')) {
      if (/^(remotes|private)\//.test(key)) {
        const name = key.split('/').slice(1, 3).join('/');
        newest.set(name, Math.max(newest.get(name) ?? 0, modified));
        keys.set(name, [...(keys.get(name) ?? []), key]);
      }
    }
    for (const [name, modified] of newest) {
      // The commit is asked for last: it may have come meanwhile.
      if (modified >= before.getTime() || (await storage.stat(`releases/${name}.json`))) continue;
      await mapConcurrently(keys.get(name) ?? [], concurrency, (key) => storage.delete(key));
    }
  }

  /** Signatures over a release's record that came after it was published, as text. */
  async readSignatures(remote: string, id: string): Promise<string[]> {
    const texts = await this.#signaturesOf(remote, id).readAll();
    const own = [...texts].filter(([name]) => /^[0-9a-f]{16}$/.test(name));
    return own.map(([, text]) => text).slice(0, maxSignatures);
  }

  async addSignature(remote: string, id: string, { keyId, text }: { keyId: string; text: string }): Promise<boolean> {
    return this.#signaturesOf(remote, id).add(keyId, text);
  }

  #signaturesOf(remote: string, id: string): Notes {
    checkReleaseName(remote, id);
    const folder = `signatures/${remote}/${id}`;
    const notes = this.#signatures.get(folder) ?? new Notes(this.#parts.storage, folder);
    this.#signatures.set(folder, notes);
    return notes;
  }

  /** What a shell server saw of the releases; it replaces the server's earlier report. */
  writeReport(server: string, report: string): Promise<void> {
    return this.#reports.replace(server, report);
  }

  /** By server; empty where one cannot be read. */
  readReports(): Promise<ReadonlyMap<string, string>> {
    return this.#reports.readAll();
  }

  removeReport(server: string): Promise<void> {
    return this.#reports.remove(server);
  }

  /** What a server says of itself: which revision is in effect, what its shell shares; null when it ends. */
  async writeHead(server: string, head: ServerHead | null): Promise<void> {
    if (head === null) await this.#heads.remove(server);
    else await this.#heads.replace(server, JSON.stringify(head));
  }

  /** What servers said of themselves within this time, in milliseconds; of very many, the newest. */
  async readHeads(within: number): Promise<StoredHead[]> {
    const notes = await this.#heads.readNewest({ since: this.now() - within, max: maxHeads });
    return notes.flatMap(({ name, text, modified }) => {
      const head = parseHeadText(text);
      return head ? [{ ...head, server: name, writtenAt: modified }] : [];
    });
  }

  /** Names the releases, as `remote id`, whose local copies stay, however much room others need. */
  pin(releases: Iterable<string>): void {
    const pinned = new Set([...releases].map((name) => name.replace(' ', '/')));
    this.#parts.mirror?.pin((key) =>
      pinned.has(
        key
          .replace(/\.json$/, '')
          .split('/')
          .slice(1, 3)
          .join('/'),
      ),
    );
  }

  /**
   * Tries what the store rests on, in the storage itself; a folder has nothing to be tried for. What does not hold is one of
   * the `problems` from then on.
   *
   * @param options.isKnown it held before, so only what may have changed since is tried
   */
  async probe({ isKnown } = { isKnown: false }): Promise<ProbeFinding[]> {
    const { storage } = this.#parts;
    if (this.pace.isFree) return [];
    const findings = isKnown ? [await probeConditions(storage)] : await probeStorage(storage);
    this.#unfit = findings
      .filter(({ isEssential, holds }) => isEssential && !holds)
      .map(({ what, words }) => `The release store is not fit, ${what}: ${words}.`);
    return findings;
  }

  /** What lies in the storage and belongs to no release and no log. */
  findOrphans(): Promise<Orphan[]> {
    return findOrphans(this.#parts.storage);
  }

  /** The same store as a machine sees it that holds no copies. */
  withoutCopies(): ReleaseStore {
    return new ReleaseStore({ ...this.#parts, mirror: null, cacheFolder: null, isServing: false });
  }
}

function commitKey(remote: string, id: string): string {
  return `releases/${remote}/${id}.json`;
}

function fileKey({ remote, id, path }: { remote: string; id: string; path: string }, isPublic: boolean): string {
  return `${isPublic ? 'remotes' : 'private'}/${remote}/${id}/${path}`;
}

function missingRelease(remote: string, id: string): ReleaseError {
  return new ReleaseError(
    'release-missing',
    `The store holds no release ${id} of ${remote}; "npm run release -- list ${remote}" shows those it holds.`,
  );
}
