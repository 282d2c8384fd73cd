import { shellName } from 'kit/contracts/shell-name';
import { Live, ReleaseFiles, type ReleasePlatform, samplePathsOf } from '../../../platform/index.ts';
import { createPreviewToken } from '../../../settings/preview-token.ts';

/**
 * How long such a link works, in milliseconds: long enough to examine a failure and to send the link to a colleague.
 */
const linkLasts = 24 * 3_600_000;

interface Seen {
  remote: string;
  release: string;
  /** The path of the route, as the release declares it. */
  page: string;
  /** The name of the release set. */
  set: string;
}

/**
 * Gives the address that opens a page with the releases that a visitor saw. It is null when the store no longer has
 * them, or when the release has no such page. Only paths that the release itself declares are used, because anybody can
 * make up what a browser reports.
 */
export async function previewFailure(
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
    const token = createPreviewToken(previewKey, { releases, expires: Date.now() + linkLasts });
    return `${path}?${new URLSearchParams({ preview: token })}`;
  } catch {
    return null;
  }
}

/**
 * Gives an address of the page by its path, as one of these releases declares it. The shell has no pages of its own.
 */
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
