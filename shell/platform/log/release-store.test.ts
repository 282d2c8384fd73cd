import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFolder } from '../testing/build-dist.ts';
import { describeReleaseStore, revisionFile } from '../testing/describe-release-store.ts';
import { openFolderStore } from './open-store.ts';

// A bucket is tried by bucket-store.slow.test.ts.
describeReleaseStore('a folder', async () => {
  const dataDir = await buildFolder();
  const pathOf = (name: string) => join(dataDir, 'releases/log', name);
  return {
    store: openFolderStore(dataDir),
    openAgain: async () => openFolderStore(dataDir),
    async overwrite(revision, change) {
      const file = pathOf(revisionFile(revision));
      await writeFile(file, change(await readFile(file, 'utf8')));
    },
    place: (name, text) => writeFile(pathOf(name), text),
  };
});
