import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { LiveSite } from './live-site.ts';
import { StoredRelease } from './stored-release.ts';
import type { StoredShell } from './stored-shell.ts';

/** The shell that servers make pages with where a composition is live; null where that is the one beside their program. */
export async function findLiveShell(
  platform: Pick<ReleasePlatform, 'store' | 'policy' | 'chain'>,
  composition: Composition | null,
): Promise<StoredShell | null> {
  const state = composition?.remotes[shellName];
  if (!composition || !state) return null;
  const open = (name: string, id: string) => StoredRelease.open(platform, name, id);
  const openShell = async (id: string) => (await open(shellName, id)).shell(platform.policy);
  const source = { open, openShell, onProblem: () => {} };
  const { shell } = await LiveSite.load(source, { ...composition, remotes: { [shellName]: state } });
  return shell?.live ?? null;
}
