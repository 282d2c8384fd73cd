import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBucketStore, openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { S3Storage } from '../storage/s3.ts';
import { buildFolder } from './build-dist.ts';
import { isCephThere } from './object-store/ceph-settings.ts';
import { type Ceph, startCeph } from './object-store/start-ceph.ts';

/** A store of some kind, for tests that hold for every kind. */
export interface TriedStore {
  store: ReleaseStore;
  /** The same store, as another machine or process opens it. */
  openAgain(): Promise<ReleaseStore>;
  /** What somebody with access to the store itself does: writes over a revision, by its text. */
  overwrite(revision: number, change: (text: string) => string): Promise<void>;
  /** Puts something into the folder of the log. */
  place(name: string, text: string): Promise<void>;
}

export interface KindOfStore {
  kind: string;
  /** How often two operators at once are tried: a bucket takes longer for each. */
  races: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  make(): Promise<TriedStore>;
}

const folderKind: KindOfStore = {
  kind: 'a folder',
  races: 200,
  start: async () => {},
  stop: async () => {},
  async make() {
    const dataDir = await buildFolder();
    const path = (name: string) => join(dataDir, 'releases/log', name);
    return {
      store: openFolderStore(dataDir),
      openAgain: async () => openFolderStore(dataDir),
      async overwrite(revision, change) {
        const file = path(`${String(revision).padStart(12, '0')}.json`);
        await writeFile(file, change(await readFile(file, 'utf8')));
      },
      place: (name, text) => writeFile(path(name), text),
    };
  },
};

function bucketKind(): KindOfStore {
  let ceph: Ceph | undefined;
  return {
    kind: 'a bucket of Ceph',
    races: 50,
    async start() {
      ceph = await startCeph();
    },
    async stop() {
      await ceph?.stop();
    },
    async make() {
      if (!ceph) throw new Error('Ceph is not started.');
      const { environment } = ceph;
      const address = `s3://${await ceph.makeBucket()}/site`;
      const open = async () =>
        openBucketStore({ address, environment, dataDir: await buildFolder(), notify: () => {} });
      const bucket = new S3Storage({ address, environment });
      const key = (revision: number) => `log/${String(revision).padStart(12, '0')}.json`;
      return {
        store: await open(),
        openAgain: open,
        async overwrite(revision, change) {
          const object = await bucket.get(key(revision));
          await bucket.put(key(revision), change(object?.body.toString('utf8') ?? ''));
        },
        async place(name, text) {
          await bucket.put(`log/${name}`, text);
        },
      };
    },
  };
}

/** Every kind of store that there is here: without the packages of Ceph it is the folder alone, and `npm test` says so. */
export function kindsOfStores(): KindOfStore[] {
  return isCephThere() ? [folderKind, bucketKind()] : [folderKind];
}
