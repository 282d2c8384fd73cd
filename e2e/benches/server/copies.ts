import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReleaseRecord } from 'kit/contracts/release';
import { activateRelease, Publishing, type ReleasePlatform, SiteRights } from '../../../shell/platform/index.ts';
import { openSitePlatform } from '../../../shell/settings/site-platform.ts';

const source = path.resolve(import.meta.dirname, '../../../mf-demos/dist');

/** Registers copies of a built remote under other names and paths until the store has this many remotes. */
export async function fillStore(dataFolder: string, count: number): Promise<void> {
  const platform = openSitePlatform({ ...process.env, DATA_DIR: dataFolder }, null);
  await platform.chain.refresh({ whole: true });
  const { remotes = {} } = platform.chain.current?.composition ?? {};
  for (let number = Object.keys(remotes).length + 1; number <= count; number++) {
    const remote = `mf-copy-${number}`;
    await SiteRights.givePath(platform, { path: `/${remote}`, remote, by: 'bench', reason: 'a copy to measure with' });
    const folder = await mkdtemp(path.join(tmpdir(), 'remote-copy-'));
    try {
      await writeCopy(folder, remote);
      const { record } = await Publishing.publishRelease(platform, folder, { remote });
      const request = { remote, id: record.id, by: 'bench', reason: 'a copy to measure with' };
      // The original of this copy has passed the gate.
      await activateRelease(platform, { ...request, rules: [] });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function writeCopy(folder: string, remote: string): Promise<void> {
  await cp(source, folder, { recursive: true });
  const file = path.join(folder, 'build.json');
  // The cast is safe: our own build writes this file.
  const build = JSON.parse(await readFile(file, 'utf8')) as Pick<ReleaseRecord, 'routes'>;
  const routes = build.routes.map((route) => ({ ...route, path: `/${remote}${route.path}` }));
  // The platform requires the global name to match the remote. The script keeps its old one, but no browser runs it.
  const globalName = remote.replaceAll('-', '_');
  await writeFile(file, JSON.stringify({ ...build, remote, globalName, routes }));
}

/** Publishes the same build as another release. */
export async function publishCopy(platform: ReleasePlatform, remote: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'release-copy-'));
  try {
    await cp(path.resolve(import.meta.dirname, '../../..', remote, 'dist'), folder, { recursive: true });
    await writeFile(path.join(folder, 'browser/note.txt'), crypto.randomUUID());
    return (await Publishing.publishRelease(platform, folder, { remote })).record.id;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
