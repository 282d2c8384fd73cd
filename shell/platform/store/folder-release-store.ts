import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Composition } from 'kit/contracts/composition';
import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import { makeFolder } from 'kit/server/make-folder';
import type { StaffChange } from '../audit/staff-change.ts';
import { fileErrorCode } from '../file-error-code.ts';
import { checkReleaseName, checkRemoteName } from '../release/release-names.ts';
import { ReleaseError } from '../release-error.ts';
import type { RightsRevision } from '../trust/rights-revision.ts';
import { asUnwritable } from './as-unwritable.ts';
import { createFileOnce, createFolderOnce, replaceFile, unfinishedPrefix } from './durable-files.ts';
import { findFolderStrays } from './find-folder-strays.ts';
import { FolderArchives } from './folder-archives.ts';
import { FolderNotes } from './folder-notes.ts';
import { FolderRevisionLog } from './folder-revision-log.ts';
import { mostRecordBytes, readPlainFile } from './plain-files.ts';
import type {
  Archives,
  Notes,
  ProbeFinding,
  ReleaseStore,
  ReplaceableNotes,
  RevisionLog,
  StorePace,
  Stray,
} from './release-store.ts';
import { changesKind, compositionsKind, rightsKind } from './revision-kinds.ts';
import { mostHeadBytes, mostHeads, parseHeadText, type ServerHead, type StoredHead } from './server-head.ts';

/** Of one release. */
const mostSignatures = 20;

/** A look costs nothing. */
const folderPace: StorePace = {
  look: 200,
  rights: 0,
  newest: 5000,
  whole: 5000,
  heads: 2000,
  headsCountFor: 10_000,
  reports: { watched: 2000, otherwise: 2000 },
  isFree: true,
};

/**
 * The release store as a folder, on a local disk or a shared volume: `<remote>/<id>/...` for releases and
 * `compositions/<revision>.json` for the composition and its history.
 */
export class FolderReleaseStore implements ReleaseStore {
  readonly place: string;
  readonly pace: StorePace = folderPace;
  /** A folder that cannot be read says so when it is read. */
  readonly problems: readonly string[] = [];
  readonly keysFolder: string;
  readonly compositions: RevisionLog<Composition>;
  readonly rights: RevisionLog<RightsRevision>;
  readonly changes: RevisionLog<StaffChange>;
  readonly alarms: Notes;
  readonly incidents: Notes;
  readonly endedSessions: Notes;
  readonly failures: ReplaceableNotes;
  readonly packages: Archives;

  /** Takes DATA_DIR; the store is `releases` in it. */
  constructor(dataDir: string) {
    this.place = join(dataDir, 'releases');
    this.keysFolder = join(dataDir, 'keys');
    this.alarms = new FolderNotes(join(this.place, 'alarms'));
    this.incidents = new FolderNotes(join(this.place, 'incidents'));
    this.endedSessions = new FolderNotes(join(this.place, 'ended-sessions'));
    this.failures = new FolderNotes(join(this.place, 'failures'));
    this.packages = new FolderArchives(join(this.place, 'packages'));
    const log = (name: string) => join(this.place, name);
    this.rights = new FolderRevisionLog({ ...rightsKind, folder: log('rights') });
    this.changes = new FolderRevisionLog({ ...changesKind, folder: log('changes') });
    this.compositions = new FolderRevisionLog({ ...compositionsKind, folder: log('compositions') });
  }

  async listRemotes(): Promise<string[]> {
    return (await listFolders(this.place)).filter((name) => partNamePattern.test(name)).sort();
  }

  async listReleases(remote: string): Promise<string[]> {
    checkRemoteName(remote);
    return (await listFolders(join(this.place, remote))).filter((name) => releaseIdPattern.test(name));
  }

  async releaseFolder(remote: string, id: string): Promise<string> {
    checkReleaseName(remote, id);
    const folder = join(this.place, remote, id);
    const there = await stat(folder).catch((error: unknown) => {
      if (fileErrorCode(error) === 'ENOENT') return null;
      throw new ReleaseError('store-unreadable', `The release ${folder} cannot be read: ${String(error)}`);
    });
    if (there?.isDirectory()) return folder;
    throw new ReleaseError(
      'release-missing',
      `The store holds no release ${id} of ${remote}; "npm run release -- list ${remote}" shows those it holds.`,
    );
  }

  async addRelease(remote: string, id: string, files: ReadonlyMap<string, Buffer | string>): Promise<boolean> {
    checkReleaseName(remote, id);
    const folder = join(this.place, remote, id);
    return asUnwritable(folder, async () => {
      await makeFolder(join(this.place, remote));
      return createFolderOnce(folder, files);
    });
  }

  async readSignatures(remote: string, id: string): Promise<string[]> {
    checkReleaseName(remote, id);
    const folder = this.#signatureFolder(remote, id);
    const names = await readdir(folder).catch(() => []);
    const own = names.filter((name) => /^[0-9a-f]{16}\.sig$/.test(name)).slice(0, mostSignatures);
    return Promise.all(
      own.map(async (name) => String(await readPlainFile(join(folder, name), mostRecordBytes).catch(() => ''))),
    );
  }

  async addSignature(remote: string, id: string, { keyId, text }: { keyId: string; text: string }): Promise<boolean> {
    checkReleaseName(remote, id);
    const path = join(this.#signatureFolder(remote, id), `${keyId}.sig`);
    return asUnwritable(path, async () => {
      await makeFolder(this.#signatureFolder(remote, id));
      return createFileOnce(path, text);
    });
  }

  #signatureFolder(remote: string, id: string): string {
    return join(this.place, 'signatures', remote, id);
  }

  async publishedAt(remote: string, id: string): Promise<Date> {
    return (await stat(await this.releaseFolder(remote, id))).mtime;
  }

  async writeReport(server: string, report: string): Promise<void> {
    const path = this.#reportPath(server);
    await asUnwritable(path, async () => {
      await makeFolder(join(this.place, 'reports'));
      await replaceFile(path, report);
    });
  }

  async readReports(): Promise<ReadonlyMap<string, string>> {
    const names = await readdir(join(this.place, 'reports')).catch(() => []);
    const servers = names.flatMap((name) => /^([\w-][\w.-]*)\.json$/.exec(name)?.[1] ?? []);
    return new Map(
      await Promise.all(
        servers.map(
          async (server) =>
            [server, String(await readPlainFile(this.#reportPath(server), mostRecordBytes).catch(() => ''))] as const,
        ),
      ),
    );
  }

  async removeReport(server: string): Promise<void> {
    const path = this.#reportPath(server);
    await asUnwritable(path, () => rm(path, { force: true }));
  }

  async writeHead(server: string, head: ServerHead | null): Promise<void> {
    const path = join(this.place, 'heads', fileNameOf(server));
    await asUnwritable(path, async () => {
      if (head === null) return rm(path, { force: true });
      await makeFolder(join(this.place, 'heads'));
      await replaceFile(path, JSON.stringify(head));
    });
  }

  async readHeads(within: number): Promise<StoredHead[]> {
    const folder = join(this.place, 'heads');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
    const dated = await Promise.all(
      names.map(async (name) => ({ name, writtenAt: await this.#writtenAt(join(folder, name)) })),
    );
    const fresh = dated
      .filter(({ writtenAt }) => Date.now() - writtenAt < within)
      .sort((one, other) => other.writtenAt - one.writtenAt)
      .slice(0, mostHeads);
    const heads = await Promise.all(
      fresh.map(async ({ name, writtenAt }): Promise<StoredHead | null> => {
        // A server that ends takes its own away.
        const text = String(await readPlainFile(join(folder, name), mostHeadBytes).catch(() => ''));
        const head = parseHeadText(text);
        return head && { ...head, server: name.slice(0, -'.json'.length), writtenAt };
      }),
    );
    return heads.filter((head) => head !== null);
  }

  /** Nobody knows of what is gone meanwhile. */
  async #writtenAt(path: string): Promise<number> {
    return (await stat(path).catch(() => null))?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  }

  #reportPath(server: string): string {
    return join(this.place, 'reports', fileNameOf(server));
  }

  async removeRelease(remote: string, id: string): Promise<void> {
    const folder = await this.releaseFolder(remote, id);
    // Renamed first: a half-removed release must never look like a damaged one.
    const leaving = join(this.place, remote, `${unfinishedPrefix}${randomUUID()}`);
    await asUnwritable(folder, async () => {
      // Whoever removes it at the same moment has renamed it first.
      await rename(folder, leaving).catch(unlessGone);
      await rm(leaving, { recursive: true, force: true });
      await rm(this.#signatureFolder(remote, id), { recursive: true, force: true });
    });
  }

  /** The folder is the store itself: there is nothing that it could be fetched from. */
  async renew(): Promise<boolean> {
    return false;
  }

  pin(): void {}

  async probe(): Promise<ProbeFinding[]> {
    return [];
  }

  findStrays(): Promise<Stray[]> {
    return findFolderStrays(this.place);
  }

  openAnew(): ReleaseStore {
    return this;
  }

  now(): number {
    return Date.now();
  }

  async removeUnfinished(before: Date): Promise<void> {
    for (const folder of await this.#foldersOfWrites()) {
      for (const name of (await readdir(folder).catch(unlessGone)) ?? []) {
        if (!name.startsWith(unfinishedPrefix)) continue;
        const path = join(folder, name);
        const there = await stat(path).catch(unlessGone);
        if (there && there.mtime < before) await asUnwritable(path, () => rm(path, { recursive: true, force: true }));
      }
    }
  }

  /** Every folder that something is written into, which may have been cut off. */
  async #foldersOfWrites(): Promise<string[]> {
    const folders = (await listFolders(this.place)).map((name) => join(this.place, name));
    const signatures = join(this.place, 'signatures');
    for (const remote of await listFolders(signatures)) {
      const ids = await listFolders(join(signatures, remote));
      folders.push(...ids.map((id) => join(signatures, remote, id)));
    }
    return folders;
  }
}

/** For what somebody else may have taken away meanwhile. */
function unlessGone(error: unknown): null {
  if (fileErrorCode(error) === 'ENOENT') return null;
  throw error;
}

function fileNameOf(server: string): string {
  return `${server.replaceAll(/[^\w.-]/g, '_')}.json`;
}

async function listFolders(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return [];
    throw new ReleaseError(
      'store-unreadable',
      `The release store cannot be read at ${path} (${fileErrorCode(error)}): check the folder, its permissions and DATA_DIR.`,
      { cause: error },
    );
  }
}
