import path from 'node:path';
import { publishRelease } from '../platform/publish/publish-release.ts';
import { FolderReleaseStore } from '../platform/store/folder-release-store.ts';
import { activateRelease } from '../platform/switch/activate.ts';
import { knownRemotes } from '../settings/namespaces.ts';
import { repositoryRoot } from './settings.ts';

/**
 * Publishes what the builds left and makes it live where it is new. A release that the store knows already is left as
 * it is: what staff rolled back stays rolled back over a restart.
 */
export async function publishBuiltRemotes(dataFolder: string): Promise<string[]> {
  const store = new FolderReleaseStore(dataFolder);
  const { current } = await store.compositions.readCurrent();
  const activated: string[] = [];
  for (const remote of knownRemotes) {
    const { record, added } = await publishRelease(store, path.join(repositoryRoot, remote, 'dist'), { remote });
    if (!added && current?.remotes[remote]) continue;
    const reason = current?.remotes[remote] ? 'the source changed' : 'first release';
    await activateRelease(store, { remote, id: record.id, by: 'npm start', reason });
    activated.push(`${remote} ${record.id}`);
  }
  return activated;
}
