import { join } from 'node:path';
import { messageOf } from 'kit/server/text';
import { buildWorkspace } from '../../build/build-workspace.ts';
import {
  Publishing,
  ReleaseError,
  ReleaseFiles,
  type ReleasePlatform,
  Repairs,
  Site,
  Writing,
} from '../../platform/index.ts';
import { repositoryRoot } from '../../settings/places.ts';
import { createPreviewToken } from '../../settings/preview-token.ts';
import {
  type AddCommand,
  type Invocation,
  neededReason,
  numberUpTo,
  type Outcome,
  optionalText,
  reasonOption,
} from '../command.ts';
import { count, minute, table } from '../layout.ts';

export const addList: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('list')
    .description('List the releases of a remote in the store, newest first')
    .argument('<remote>', 'the remote, for example mf-agents', checkRemote)
    .action((remote) => answer(({ platform }) => listReleases(platform, remote)));
};

async function listReleases({ store, chain }: ReleasePlatform, remote: string): Promise<Outcome> {
  await chain.refresh({ whole: true });
  const state = chain.current?.composition.remotes[remote];
  const ids = await store.listReleases(remote);
  const releases = await Promise.all(ids.map((id) => describeRelease({ store, rights: chain.rights }, remote, id)));
  releases.sort((one, other) => (one.builtAt < other.builtAt ? 1 : -1));
  const json = releases.map((release) => ({ ...release, role: Site.roleOf(release.id, state) }));
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

async function describeRelease({ store, rights }: Omit<ReleaseFiles.Trust, 'at'>, remote: string, id: string) {
  try {
    const release = await ReleaseFiles.loadRelease(store, remote, id);
    const { record } = release;
    const { key } = await ReleaseFiles.signatureOf({ store, rights, at: null }, release);
    const bytes = Object.values(record.files).reduce((sum, file) => sum + file.bytes, 0);
    return { id, builtAt: record.builtAt, commit: record.commit, bytes, key };
  } catch (error) {
    return { id, builtAt: '', commit: null, bytes: 0, key: null, damaged: messageOf(error) };
  }
}

/** Ten digits of the commit, with a plus if the working tree differed from it. */
function shortCommit(commit: string | null): string {
  if (!commit) return '-';
  return commit.slice(0, 10) + (commit.endsWith('-dirty') ? '+' : '');
}

export const addPublish: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('publish')
    .description('Build a remote, or the shell, and put the release into the store; nothing goes live')
    .argument('<remote>', 'the remote, or "shell"', checkRemote)
    .option('--from <folder>', 'publish this build output instead of building', optionalText)
    .action((remote, { from }) =>
      answer(async ({ platform, dryRun, foundSite, say }) => {
        if (!from) await buildRemote(remote, say);
        const folder = from ?? join(repositoryRoot, remote, 'dist');
        if (!dryRun && !platform.chain.rights.content) {
          // The build is checked first, so that a build that cannot be published creates no keys.
          await Publishing.publishRelease(platform, folder, { remote, dryRun: true });
          for (const sentence of await foundSite()) say(sentence);
        }
        const { record, added } = await Publishing.publishRelease(platform, folder, { remote, dryRun });
        const files = count(Object.keys(record.files).length, 'file');
        return {
          text: describePublished(`${remote} ${record.id}`, files, { added, dryRun }),
          json: { remote, id: record.id, commit: record.commit, added: added && !dryRun, dryRun },
        };
      }),
    );
};

function describePublished(
  release: string,
  files: string,
  { added, dryRun }: { added: boolean; dryRun: boolean },
): string {
  if (!added) return `${release} is in the store already; nothing was written.`;
  if (dryRun) return `${release} (${files}) would be published.`;
  return `Published ${release} (${files}). It goes live by:\n  npm run release -- activate ${release}`;
}

/** Builds a remote like `npm start`, unless nothing has changed since its last build. */
async function buildRemote(remote: string, say: (line: string) => void): Promise<void> {
  say(`Building ${remote} ...`);
  const built = await buildWorkspace(remote).catch((error: unknown) => {
    throw new ReleaseError('build-output', `The build of ${remote} failed: ${messageOf(error)}`, { cause: error });
  });
  if (!built) say('Nothing changed since its last build.');
}

export const addResign: AddCommand = (program, answer, { checkRemote, checkHeld }) => {
  program
    .command('resign')
    .description('Add your signature to a published release')
    .argument('<remote>', 'the remote, for example mf-agents', checkRemote)
    .argument('<id>', 'the release, as "list" shows it')
    .option(...reasonOption)
    .action((remote, id, { reason: given }) =>
      answer(async ({ platform, by, dryRun }) => {
        const reason = neededReason('A signature', given);
        await checkHeld(remote, id);
        const added = await Repairs.resignRelease(platform, { remote, id, by, reason, dryRun });
        const done = added
          ? `${remote} ${id} is now signed by this key as well.`
          : `This key has already signed ${remote} ${id}.`;
        return { text: dryRun ? `Would sign ${remote} ${id}.` : done, json: { remote, id, added: added && !dryRun } };
      }),
    );
};

/** In hours. A preview is meant for a look at one release, so its links expire. */
const maxHours = 168;

export const addPreview: AddCommand = (program, answer, { checkRemote, checkHeld }) => {
  program
    .command('preview')
    .description('Create a preview link of a release that is not live')
    .argument('<remote>', 'the remote, for example mf-agents', checkRemote)
    .argument('<id>', 'the release, as "list" shows it')
    .option('--hours <n>', `how many hours the link works (default: 24), at most ${maxHours}`, numberUpTo(maxHours))
    .action((remote, id, { hours = 24 }) =>
      answer(async (invocation) => makeLink(invocation, { remote, id: await checkHeld(remote, id), hours })),
    );
};

async function makeLink(
  { platform, dryRun, previewKey }: Invocation,
  { remote, id, hours }: { remote: string; id: string; hours: number },
): Promise<Outcome> {
  // The gate checks the same as for a rollback: a preview may exceed its budget, but its files must be intact.
  await Writing.readRights(platform);
  await Writing.passGate(platform, null, { remote, id, rollback: true });
  const expires = Date.now() + Math.round(hours * 3_600_000);
  const until = new Date(expires).toISOString();
  const shown = `${remote} ${id} until ${minute(until)}`;
  if (dryRun) return { text: `Would create a link that shows ${shown}.`, json: { remote, id, dryRun } };
  const token = createPreviewToken(await previewKey(), { releases: { [remote]: id }, expires });
  const path = `/?preview=${token}`;
  const text = `${shown}. Append this to the address of the site:\n${path}`;
  return { text, json: { remote, id, expires: until, token, path } };
}
