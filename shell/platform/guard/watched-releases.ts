import type { Composition } from 'kit/contracts/composition';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { type WatchedRelease, watchedIn } from './release-health.ts';

type RemoteState = Composition['remotes'][string];

/** The live release of a remote, as its page views are counted. */
export function watchedLive(remote: string, { live, since = '' }: RemoteState): WatchedRelease {
  return { remote, id: live, since };
}

/** Its canary; null when none is running. */
export function watchedCanary(remote: string, { canary }: RemoteState): WatchedRelease | null {
  return canary ? { remote, id: canary.id, since: canary.since ?? '' } : null;
}

/** Takes away the reports of servers that are gone: those that say nothing of what is live now. */
export async function removeStaleReports({ store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>): Promise<void> {
  await chain.refresh({ whole: false });
  const current = chain.current?.composition;
  if (!current) return;
  const watched = Object.entries(current.remotes).flatMap(([remote, state]) => [
    watchedLive(remote, state),
    watchedCanary(remote, state),
  ]);
  for (const [server, report] of await store.readReports()) {
    const isOfUse = watchedIn(report).some(({ remote, id, since }) =>
      watched.some((one) => one?.remote === remote && one.id === id && one.since === since),
    );
    if (!isOfUse) await store.removeReport(server);
  }
}
