import { messageOf } from 'kit/server/text';
import { ReleaseFiles, type ReleasePlatform } from '../../platform/index.ts';
import type { AddCommand, Outcome } from '../command.ts';
import { minute, table } from '../layout.ts';

export const addList: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('list')
    .description('List the releases of a remote in the store, newest first')
    .argument('<remote>', 'its remote', checkRemote)
    .action((remote) => answer(({ platform }) => listReleases(platform, remote)));
};

async function listReleases({ store, chain }: ReleasePlatform, remote: string): Promise<Outcome> {
  await chain.refresh({ whole: true });
  const state = chain.current?.composition.remotes[remote];
  const ids = await store.listReleases(remote);
  const releases = await Promise.all(ids.map((id) => describe({ store, rights: chain.rights }, remote, id)));
  releases.sort((one, other) => (one.builtAt < other.builtAt ? 1 : -1));
  const json = releases.map((release) => ({ ...release, role: roleOf(release.id, state) }));
  const rows = json.map(({ id, builtAt, commit, bytes, key, role, damaged }) => [
    id,
    damaged ? 'damaged' : minute(builtAt),
    shortCommit(commit),
    damaged ? '-' : `${Math.ceil(bytes / 1000)} kB`,
    key ?? 'nobody',
    role ?? '',
  ]);
  const text =
    rows.length > 0
      ? table(['release', 'built', 'commit', 'size', 'key', ''], rows)
      : `There is no release of ${remote} in the store.`;
  return { text, json };
}

async function describe({ store, rights }: Omit<ReleaseFiles.Trust, 'at'>, remote: string, id: string) {
  try {
    const release = await ReleaseFiles.loadRelease(store, remote, id);
    const { record } = release;
    const key = await ReleaseFiles.publisherOf({ store, rights, at: null }, release);
    const bytes = Object.values(record.files).reduce((sum, file) => sum + file.bytes, 0);
    return { id, builtAt: record.builtAt, commit: record.commit, bytes, key };
  } catch (error) {
    return { id, builtAt: '', commit: null, bytes: 0, key: null, damaged: messageOf(error) };
  }
}

function roleOf(
  id: string,
  state: { live: string; previous: string | null; canary?: { id: string } | undefined } | undefined,
) {
  if (state?.live === id) return 'live';
  if (state?.canary?.id === id) return 'canary';
  return state?.previous === id ? 'previous' : null;
}

/** Ten digits of the commit, with a plus if the working tree differed from it. */
function shortCommit(commit: string | null): string {
  if (!commit) return '-';
  return commit.slice(0, 10) + (commit.endsWith('-dirty') ? '+' : '');
}
