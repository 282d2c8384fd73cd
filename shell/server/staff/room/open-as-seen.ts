import { shellName } from 'kit/contracts/shell-name';
import { Live, ReleaseFiles, type ReleasePlatform, samplePathsOf, Tokens } from '../../../platform/index.ts';

/** How long a link of this page works, in milliseconds: for looking into a failure, and for sending it to a colleague. */
const linkLasts = 24 * 3_600_000;

interface Seen {
  remote: string;
  release: string;
  /** Path of the route, as the release names it. */
  page: string;
  /** Name of the release set. */
  set: string;
}

/**
 * The address that opens a page with the releases that a visitor saw it with; null where the store no longer knows them, or
 * the release has no such page. Only addresses that a release itself names: what browsers say is made up by whoever sends it.
 */
export async function openAsSeen(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  previewKey: Buffer,
  { remote, release, page, set: setName }: Seen,
): Promise<string | null> {
  try {
    const set = Live.parseReleaseSet(setName);
    const composition = set && chain.read(set.revision);
    if (!set || !composition) return null;
    const lived = Object.entries(composition.remotes).map(([name, { live }]) => [name, live] as const);
    const seen = { ...Object.fromEntries(lived), ...set.overrides, [remote]: release };
    const path = await findAddress(store, remote === shellName ? seen : { [remote]: release }, page);
    if (!path) return null;
    const now = chain.current?.composition.remotes ?? {};
    const releases = Object.fromEntries(Object.entries(seen).filter(([name, id]) => now[name]?.live !== id));
    if (Object.keys(releases).length === 0) return path;
    const token = Tokens.createPreviewToken(previewKey, { releases, expires: Date.now() + linkLasts });
    return `${path}?${new URLSearchParams({ preview: token })}`;
  } catch {
    return null;
  }
}

/** An address of a page by its path, as one of these releases names it: the shell has none of its own. */
async function findAddress(
  store: ReleasePlatform['store'],
  releases: Readonly<Record<string, string>>,
  page: string,
): Promise<string | null> {
  for (const [name, id] of Object.entries(releases)) {
    if (name === shellName) continue;
    const { record } = await ReleaseFiles.loadRelease(store, name, id);
    const meta = record.routes.find(({ path }) => path === page);
    const [path] = meta ? samplePathsOf(meta) : [];
    if (path) return path;
  }
  return null;
}
