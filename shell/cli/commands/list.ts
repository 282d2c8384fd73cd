import { loadRelease, messageOf, type ReleaseStore } from '../../platform/index.ts';
import type { AddCommand, Outcome } from '../command.ts';
import { minute, table } from '../layout.ts';
import { checkRemote } from '../remote-argument.ts';

export const addList: AddCommand = (program, answer) => {
  program
    .command('list')
    .description('List the releases of a remote in the store, newest first')
    .argument('<remote>', 'whose releases', checkRemote)
    .action((remote) => answer(({ store }) => listReleases(store, remote)));
};

async function listReleases(store: ReleaseStore, remote: string): Promise<Outcome> {
  const { current } = await store.compositions.readCurrent();
  const state = current?.remotes[remote];
  const ids = await store.listReleases(remote);
  const releases = await Promise.all(ids.map((id) => describe(store, remote, id)));
  releases.sort((one, other) => (one.builtAt < other.builtAt ? 1 : -1));
  const json = releases.map((release) => ({ ...release, role: roleOf(release.id, state) }));
  const rows = json.map(({ id, builtAt, commit, bytes, role, damaged }) => [
    id,
    damaged ? 'damaged' : minute(builtAt),
    shortCommit(commit),
    damaged ? '-' : `${Math.ceil(bytes / 1000)} kB`,
    role ?? '',
  ]);
  const text =
    rows.length > 0
      ? table(['release', 'built', 'commit', 'size', ''], rows)
      : `The store holds no release of ${remote}.`;
  return { text, json };
}

async function describe(store: ReleaseStore, remote: string, id: string) {
  try {
    const { record } = await loadRelease(store, remote, id);
    const bytes = Object.values(record.files).reduce((sum, file) => sum + file.bytes, 0);
    return { id, builtAt: record.builtAt, commit: record.commit, bytes };
  } catch (error) {
    return { id, builtAt: '', commit: null, bytes: 0, damaged: messageOf(error) };
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

/** Ten digits of the commit, with a plus when the working tree differed from it. */
function shortCommit(commit: string | null): string {
  if (!commit) return '-';
  return commit.slice(0, 10) + (commit.endsWith('-dirty') ? '+' : '');
}
