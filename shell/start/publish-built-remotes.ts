import path from 'node:path';
import { activateRelease, FolderReleaseStore, publishRelease } from '../platform/index.ts';
import { knownRemotes } from '../settings/namespaces.ts';
import { repositoryRoot } from '../settings/places.ts';
import { buildReleasePolicy } from '../settings/release-policy.ts';

/**
 * Publishes what the builds left and makes it live where it is new. A release that the store knows already is left as
 * it is: what staff rolled back stays rolled back over a restart.
 */
export async function publishBuiltRemotes(dataFolder: string): Promise<string[]> {
  const store = new FolderReleaseStore(dataFolder);
  const platform = { store, policy: buildReleasePolicy(process.env) };
  const { current } = await store.compositions.readCurrent();
  const activated: string[] = [];
  for (const remote of knownRemotes) {
    const { record, added } = await publishRelease(store, path.join(repositoryRoot, remote, 'dist'), { remote });
    if (!added && current?.remotes[remote]) continue;
    const reason = current?.remotes[remote] ? 'the source changed' : 'first release';
    await activateRelease(platform, { remote, id: record.id, by: 'npm start', reason });
    activated.push(`${remote} ${record.id}`);
  }
  return activated;
}
