import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReleaseRecord } from 'kit/contracts/release';
import {
  activateRelease,
  FolderReleaseStore,
  publishRelease,
  type ReleasePolicy,
} from '../../../shell/platform/index.ts';
import { buildReleasePolicy } from '../../../shell/settings/release-policy.ts';

const source = path.resolve(import.meta.dirname, '../../../mf-demos/dist');

/** Registers copies of a built remote under other names and paths until the store has this many remotes. */
export async function fillStore(dataFolder: string, count: number): Promise<void> {
  const store = new FolderReleaseStore(dataFolder);
  const { current } = await store.compositions.readCurrent();
  const policy = buildReleasePolicy(process.env);
  for (let number = Object.keys(current?.remotes ?? {}).length + 1; number <= count; number++) {
    const remote = `mf-copy-${number}`;
    const folder = await mkdtemp(path.join(tmpdir(), 'remote-copy-'));
    try {
      await writeCopy(folder, remote);
      const { record } = await publishRelease(store, folder, { remote });
      const platform = { store, policy: withNamespace(policy, remote) };
      await activateRelease(platform, { remote, id: record.id, by: 'bench', reason: 'a copy to measure with' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Copies take paths that the site gives them nowhere else. */
function withNamespace(policy: ReleasePolicy, remote: string): ReleasePolicy {
  const namespaces = [...policy.paths.namespaces, { path: `/${remote}`, remote }];
  return { ...policy, paths: { ...policy.paths, namespaces } };
}

async function writeCopy(folder: string, remote: string): Promise<void> {
  await cp(source, folder, { recursive: true });
  const file = path.join(folder, 'build.json');
  // Written by our own build.
  const build = JSON.parse(await readFile(file, 'utf8')) as Pick<ReleaseRecord, 'routes'>;
  const routes = build.routes.map((route) => ({ ...route, path: `/${remote}${route.path}` }));
  await writeFile(file, JSON.stringify({ ...build, remote, routes }));
}
