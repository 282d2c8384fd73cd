import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../storage/durable-files.ts';
import { FolderStorage } from '../storage/folder.ts';
import { MirroredStorage } from '../storage/mirror.ts';
import { StorageUnavailableError } from '../storage/object-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { S3Storage } from '../storage/s3.ts';
import { ReleaseStore, type StorePace } from './release-store.ts';

/** Polling a folder costs nothing. */
const folderPace: StorePace = {
  poll: 200,
  newest: 5000,
  whole: 5000,
  heartbeats: 2000,
  heartbeatMaxAge: 10_000,
  reports: { watched: 2000, otherwise: 2000 },
  isFree: true,
};

/** With these intervals the requests of a server cost less than four dollars a month at list prices (docs/scaling.md). */
const bucketPace: StorePace = {
  poll: 500,
  newest: 5000,
  whole: 5 * 60_000,
  heartbeats: 60_000,
  heartbeatMaxAge: 150_000,
  reports: { watched: 4000, otherwise: 60_000 },
  isFree: false,
};

/** A server polls again soon anyway, so retries must not delay its start or a visitor. */
const triesOfServer = 3;

/** The release store in the folder `releases` of DATA_DIR, on a local disk or a shared volume. */
export function openFolderStore(dataDir: string): ReleaseStore {
  return new ReleaseStore({
    storage: new FolderStorage(join(dataDir, 'releases')),
    mirror: null,
    pace: folderPace,
    keysFolder: join(dataDir, 'keys'),
    cacheFolder: join(dataDir, 'mirror/folder'),
    isServing: false,
  });
}

export interface BucketStoreOptions {
  address: string;
  /** Credentials, `S3_ENDPOINT` and `AWS_REGION`. */
  environment: NodeJS.ProcessEnv;
  /** DATA_DIR, which contains the keys and the copies of this machine. */
  dataDir: string;
  /** For a server: it serves its copies while the store is unavailable, and removes old ones. Undefined for commands. */
  serving?: {
    mirrorBytes: number;
  };
  notify?: (sentence: string) => void;
}

/** The release store in a bucket, with copies on this machine. @throws ReleaseError `bad-name` for an invalid address. */
export function openBucketStore(options: BucketStoreOptions): ReleaseStore {
  const { address, environment, dataDir, serving, notify = console.error } = options;
  const storage = new S3Storage({ address, environment, notify, ...(serving && { tries: triesOfServer }) });
  const folder = join(dataDir, 'mirror', storage.place.slice('s3://'.length));
  return new ReleaseStore({
    storage,
    mirror: new MirroredStorage(storage, {
      folder: join(folder, 'objects'),
      maxBytes: serving?.mirrorBytes ?? null,
      isImmutable: (key) => /^(remotes|private|releases)\//.test(key),
    }),
    pace: bucketPace,
    keysFolder: join(dataDir, 'keys'),
    cacheFolder: folder,
    isServing: serving !== undefined,
  });
}

/** Runs in the background: the server serves the store regardless of the result. */
function probeAgain(store: ReleaseStore, notify: (sentence: string) => void): void {
  store.probe().then(
    () => store.problems.forEach(notify),
    // The follower reports an unavailable store.
    () => {},
  );
}

/**
 * Probes a store before the first start of a server. This machine remembers a success; later starts probe in the background,
 * because the guarantees may have changed. An unavailable store is probed at the next start.
 *
 * @throws ReleaseError `store-unfit` for a store on which two concurrent switches could both succeed.
 */
export async function prepareStore(
  { store }: { store: ReleaseStore },
  notify: (sentence: string) => void,
): Promise<void> {
  const remembered = join(store.keysFolder, '../mirror/probed', `${encodeURIComponent(store.place)}.txt`);
  if ((await readFile(remembered, 'utf8').catch(() => '')) !== '') return probeAgain(store, notify);
  try {
    const findings = await store.probe();
    const failed = findings.filter(({ holds }) => !holds);
    const essential = failed.filter(({ isEssential }) => isEssential).map(({ what, words }) => `${what}: ${words}`);
    if (essential.length > 0) {
      throw new ReleaseError(
        'store-unfit',
        `The release store ${store.place} cannot be used: ${essential.join('; ')}. Take a store with conditional writes (AWS S3, Cloudflare R2, MinIO, Ceph).`,
      );
    }
    for (const { what, words } of failed) notify(`release store, ${what}: ${words}`);
    if (findings.length > 0) await replaceFile(remembered, `${new Date().toISOString()}\n`);
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    notify(error.message);
  }
}
