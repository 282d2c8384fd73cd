import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../storage/durable-files.ts';
import { FolderStorage } from '../storage/folder.ts';
import { MirroredStorage } from '../storage/mirror.ts';
import { StorageUnavailableError } from '../storage/object-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { S3Storage } from '../storage/s3.ts';
import { ReleaseStore, type StorePace } from './release-store.ts';

/** A look at a folder costs nothing. */
const folderPace: StorePace = {
  look: 200,
  newest: 5000,
  whole: 5000,
  heads: 2000,
  headsCountFor: 10_000,
  reports: { watched: 2000, otherwise: 2000 },
  isFree: true,
};

/** At list prices a server costs less than four dollars a month with it: docs/scaling.md. */
const bucketPace: StorePace = {
  look: 500,
  newest: 5000,
  whole: 5 * 60_000,
  heads: 60_000,
  headsCountFor: 150_000,
  reports: { watched: 4000, otherwise: 60_000 },
  isFree: false,
};

/** A server asks again soon in any case: a request must not hold up its start, nor a visitor. */
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
  /** `s3://bucket/prefix`. */
  address: string;
  /** Credentials, `S3_ENDPOINT` and `AWS_REGION`. */
  environment: NodeJS.ProcessEnv;
  /** DATA_DIR: keys and the copies of this machine are below it. */
  dataDir: string;
  /** A server: it serves its copies while the store is away, and removes old ones. Absent for commands. */
  serving?: {
    /** What copies may take, in bytes. */
    mirrorBytes: number;
  };
  /** Is told what operators should know. */
  notify?: (sentence: string) => void;
}

/**
 * The release store in a bucket, with copies of what was read of it on this machine.
 *
 * @throws ReleaseError `bad-name` when the address is none.
 */
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

/** Nobody waits for it: what the store holds is served, whatever this finds. */
function probeAgain(store: ReleaseStore, notify: (sentence: string) => void): void {
  store.probe({ isKnown: true }).then(
    () => store.problems.forEach(notify),
    // Whoever follows the store says that it is away.
    () => {},
  );
}

/**
 * Tries a store before a server works on it, once: that it held is remembered on this machine, and of one that held only what
 * may have changed is tried, beside the start. A store that is away is tried with the next start.
 *
 * @throws ReleaseError `store-unfit` for a store on which two switches could both win.
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
