import { isDeepStrictEqual } from 'node:util';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { type Change, changeOf } from './compare-releases.ts';
import { type ReleasePage, renderRelease } from './render-release.ts';

/** A page as two releases render it. */
export interface PagePair {
  path: string;
  change: Change;
  one: ReleasePage | null;
  other: ReleasePage | null;
}

/** Renders pages of two releases, one release after the other; all of them unless their routes are named. */
export async function comparePages(
  platform: Pick<ReleasePlatform, 'store' | 'chain' | 'policy'>,
  { remote, one, other, paths }: { remote: string; one: string; other: string; paths?: readonly string[] },
): Promise<PagePair[]> {
  const first = await renderRelease(platform, { remote, id: one, ...(paths && { paths }) });
  const second = await renderRelease(platform, { remote, id: other, ...(paths && { paths }) });
  const names = [...new Set([...first, ...second].map(({ path }) => path))].sort();
  return names.map((path) => {
    const [before = null, after = null] = [first, second].map((pages) => pages.find((page) => page.path === path));
    const change = isDeepStrictEqual(before, after) ? 'same' : changeOf(before, after);
    return { path, change, one: before, other: after };
  });
}
