import type { Composition } from 'kit/contracts/composition';
import { isUnderWay } from '../canary/canary-plan.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { removeOldAlarms } from './guard-alarms.ts';
import { guardRule } from './judge-release.ts';
import { watchedIn } from './release-health.ts';
import type { WatchedRelease } from './view-counts.ts';

type RemoteState = Composition['remotes'][string];

/** The live release of a remote, as its page views are counted. */
export function watchedLive(remote: string, { live, since = '' }: RemoteState): WatchedRelease {
  return { remote, id: live, since };
}

/** Its canary; null when none is running. */
export function watchedCanary(remote: string, { canary }: RemoteState): WatchedRelease | null {
  return canary ? { remote, id: canary.id, since: canary.since ?? '' } : null;
}

/** Whether the guard watches any release of a composition at this moment: nobody needs its numbers at another. */
export function isAnyWatched({ remotes }: Composition, now: number): boolean {
  return Object.entries(remotes).some(
    ([remote, state]) =>
      (state.canary && isUnderWay(state.canary)) ||
      [watchedLive(remote, state), watchedCanary(remote, state)].some((watched) => {
        const age = now - Date.parse(watched?.since ?? '');
        return age >= 0 && age <= guardRule.watchedMinutes * 60_000;
      }),
  );
}

/**
 * Takes away the reports of servers that are gone: those that say nothing of what is live now, nor of the release before
 * it, which it is measured by. With them go alarms about what nobody is served any more.
 */
export async function removeStaleReports({ store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>): Promise<void> {
  await chain.refresh({ whole: false });
  const current = chain.current?.composition;
  if (!current) return;
  const remotes = Object.entries(current.remotes);
  const served = remotes.flatMap(([remote, state]) => [watchedLive(remote, state), watchedCanary(remote, state)]);
  const isServed = ({ remote, id, since }: WatchedRelease) =>
    served.some((one) => one?.remote === remote && one.id === id && one.since === since);
  const isBefore = ({ remote, id }: WatchedRelease) => current.remotes[remote]?.previous === id;
  for (const [server, report] of await store.readReports()) {
    const isOfUse = watchedIn(report).some((release) => isServed(release) || isBefore(release));
    if (!isOfUse) await store.removeReport(server);
  }
  await removeOldAlarms(store, isServed);
}
