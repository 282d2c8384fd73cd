import { join } from 'node:path';
import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import { contentTypeOf } from 'kit/server/content-type';
import { messageOf, parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import type { MirroredStorage } from '../storage/mirror.ts';
import { mapConcurrently, maxRecordBytes, type ObjectStorage, unlessUnavailable } from '../storage/object-storage.ts';
import { type ProbeFinding, probeStorage } from '../storage/probe-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { findOrphans, type Orphan } from './find-orphans.ts';
import { Archives, maxHeartbeats, Notes, parseHeartbeat, type ServerHeartbeat, type StoredHeartbeat } from './notes.ts';
import { checkReleaseName, checkRemoteName, isPublicFile, recordFile, signatureFile } from './release-files.ts';
import { RevisionLog } from './revision-log.ts';

/** How often servers ask a store for what: every request to a bucket is paid for. All in milliseconds. */
export interface StorePace {
  /** Between two polls for the next revision. */
  poll: number;
  /** Between two checks that the current revision is unchanged. */
  newest: number;
  /** Between two listings of everything. */
  whole: number;
  /** Between two heartbeats, and how long one is valid. */
  heartbeats: number;
  heartbeatMaxAge: number;
  /** Between two reports of page views: while the guard observes a release, and otherwise. */
  reports: { watched: number; otherwise: number };
  /** False if requests cost money: nothing is then requested twice. */
  isFree: boolean;
}

export interface ReleaseStoreParts {
  storage: ObjectStorage;
  /** The same storage with copies on this machine; null for a folder, and for programs that must not trust copies. */
  mirror: MirroredStorage | null;
  pace: StorePace;
  keysFolder: string;
  /** The folder with copies of valid revisions; null for programs that must not trust copies. */
  cacheFolder: string | null;
  /** True for a server, which also starts without the storage. */
  isServing: boolean;
}

const concurrency = 16;
const maxSignatures = 20;
/** The URL of a file changes with its content, so a CDN may serve it directly from the bucket for a year. */
const publicCaching = 'public, max-age=31536000, immutable';
const commitSchema = z.strictObject({ record: z.string(), signature: z.nullable(z.string()) });
const publicPartSchema = z.object({ files: z.record(z.string(), z.unknown()), serverEntry: z.string() });

/**
 * Releases, revisions and notes in an object storage. A release consists of files, `remotes/<remote>/<id>/...` for browsers and
 * `private/...` for servers, and of `releases/<remote>/<id>.json` with record and signature. This object is written last and
 * commits the release.
 */
export class ReleaseStore {
  readonly pace: StorePace;
  readonly keysFolder: string;
  readonly log: RevisionLog;
  /** Alarms of the guard, which then waits for people. */
  readonly alarms: Notes;
  /** Incidents and the state of their notifications. */
  readonly incidents: Notes;
  /** Acts of staff that wait for a second person, and their decisions. */
  readonly approvals: Notes;
  /** Sessions of the staff page that ended early. */
  readonly endedSessions: Notes;
  /** Failures that browsers reported, by server. */
  readonly failures: Notes;
  /** All packages that squads have installed, because their lockfiles name the exact bytes. */
  readonly packages: Archives;
  /** The servers' reports of page views, by server. */
  readonly reports: Notes;
  readonly #heartbeats: Notes;
  readonly #parts: ReleaseStoreParts;
  readonly #published = new Map<string, number>();
  readonly #signatures = new Map<string, Notes>();
  /** Guarantees that the storage lacks and switches need. */
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
    this.reports = new Notes(storage, 'reports', { isDurable: false });
    this.#heartbeats = new Notes(storage, 'heads', { isDurable: false });
  }

  get place(): string {
    return this.#parts.storage.place;
  }

  /** Problems of the whole store, in sentences, such as an outage with its start. */
  get problems(): readonly string[] {
    const { trouble } = this.#parts.storage;
    const unavailable = trouble === null ? [] : [`The release store ${trouble}; what was read of it before is served.`];
    return [...this.#unfit, ...unavailable];
  }

  /** The time by the clock that ages in this store refer to. */
  now(): number {
    return this.#parts.storage.now();
  }

  async listRemotes(): Promise<string[]> {
    const keys = await this.#parts.storage.list('releases/');
    const remotes = keys.map(({ key }) => key.split('/')[1] ?? '').filter((name) => partNamePattern.test(name));
    return [...new Set(remotes)].sort();
  }

  /** Lists the ids of all releases of a remote, including damaged ones, unsorted. */
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

  /** Returns the time of publication. @throws ReleaseError `release-missing` */
  async publishedAt(remote: string, id: string): Promise<Date> {
    checkReleaseName(remote, id);
    if (!this.#published.has(`${remote} ${id}`)) await this.listReleases(remote);
    const at = this.#published.get(`${remote} ${id}`);
    if (at === undefined) throw missingRelease(remote, id);
    return new Date(at);
  }

  /** Adds a release atomically, and can be repeated when it was interrupted. @returns false if the id exists */
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

  /** `fresh` bypasses the copy on this machine, which is damaged. @throws ReleaseError `release-missing` or `release-damaged` */
  async readRelease(remote: string, id: string, { fresh = false } = {}) {
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

  /** Reads one stored file, at most one byte more than the limit; null if it does not exist. */
  async readFile(
    file: { remote: string; id: string; path: string },
    { isPublic, maxBytes, fresh = false }: { isPublic: boolean; maxBytes: number; fresh?: boolean },
  ): Promise<Buffer | null> {
    checkReleaseName(file.remote, file.id);
    const storage = this.#parts.mirror ?? this.#parts.storage;
    return (await storage.get(fileKey(file, isPublic), { maxBytes, fresh }))?.body ?? null;
  }

  /** Lists all stored files of a release, also those that its record does not name, and whether browsers may get them. */
  async listFiles(remote: string, id: string): Promise<{ path: string; isPublic: boolean }[]> {
    checkReleaseName(remote, id);
    const areas = [true, false].map(async (isPublic) => {
      const start = fileKey({ remote, id, path: '' }, isPublic);
      return (await this.#parts.storage.list(start)).map(({ key }) => ({ path: key.slice(start.length), isPublic }));
    });
    return (await Promise.all(areas)).flat();
  }

  /** The commit is removed first, so that a partly removed release never looks damaged. @throws ReleaseError `release-missing` */
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

  /** Removes the files of unfinished uploads without a write since a time. */
  async removeUnfinished(before: Date): Promise<void> {
    const { storage } = this.#parts;
    // Everything is listed, because listing a folder also removes interrupted writes.
    const files = (await storage.list('')).filter(({ key }) => /^(remotes|private)\//.test(key));
    for (const [name, objects] of Map.groupBy(files, ({ key }) => key.split('/').slice(1, 3).join('/'))) {
      const isRecent = objects.some(({ modified }) => modified >= before.getTime());
      // The commit is checked last, because it may have been written meanwhile.
      if (isRecent || (await storage.stat(`releases/${name}.json`))) continue;
      await mapConcurrently(objects, concurrency, ({ key }) => storage.delete(key));
    }
  }

  /** Reads the signatures that were added after publication, as text. */
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

  /** Writes a server's heartbeat; null removes it when the server ends. */
  async writeHeartbeat(server: string, heartbeat: ServerHeartbeat | null): Promise<void> {
    if (heartbeat === null) await this.#heartbeats.remove(server);
    else await this.#heartbeats.replace(server, JSON.stringify(heartbeat));
  }

  async readHeartbeats(within: number): Promise<StoredHeartbeat[]> {
    const notes = await this.#heartbeats.readNewest({ since: this.now() - within, max: maxHeartbeats });
    return notes.flatMap(({ name, text, modified }) => {
      const heartbeat = parseHeartbeat(text);
      return heartbeat ? [{ ...heartbeat, server: name, writtenAt: modified }] : [];
    });
  }

  /** Sets the releases, as `remote id`, whose local copies are never evicted. */
  pin(releases: Iterable<string>): void {
    const pinned = new Set(releases);
    this.#parts.mirror?.pin((key) => {
      const [, remote, id = ''] = key.split('/');
      return pinned.has(`${remote} ${id.replace(/\.json$/, '')}`);
    });
  }

  /**
   * Probes the guarantees that the store needs in the storage itself; a folder needs no probe. A failure is one of the `problems`
   * from then on.
   */
  async probe(): Promise<ProbeFinding[]> {
    if (this.pace.isFree) return [];
    const findings = await probeStorage(this.#parts.storage);
    this.#unfit = findings
      .filter(({ isEssential, holds }) => isEssential && !holds)
      .map(({ what, words }) => `The release store is not fit, ${what}: ${words}.`);
    return findings;
  }

  findOrphans(): Promise<Orphan[]> {
    return findOrphans(this.#parts.storage);
  }

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
