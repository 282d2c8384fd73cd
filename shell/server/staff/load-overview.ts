import {
  type ReleasePlatform,
  readAudit,
  readHealth,
  remotesIn,
  watchedCanary,
  watchedLive,
} from '../../platform/index.ts';
import type { Overview } from './staff-pages.ts';

const entriesShown = 20;

/** What the staff page shows, read from the store each time. */
export async function loadOverview(platform: ReleasePlatform): Promise<Overview> {
  const { store, chain } = platform;
  const [{ entries, damaged }, healthOf] = await Promise.all([readAudit(platform), readHealth(store)]);
  const current = chain.current?.composition;
  const newestFirst = entries.toReversed();
  const switches = newestFirst.filter((entry) => 'to' in entry && entry.action !== 'budget');
  const names = [...new Set([...remotesIn(chain.rights.namespaces), ...Object.keys(current?.remotes ?? {})])];
  const remotes = names.map((name) => {
    const state = current?.remotes[name];
    const canary = state && watchedCanary(name, state);
    return {
      name,
      state,
      switched: switches.find(({ remote, to, action }) => remote === name && to === state?.live && action !== 'canary'),
      health: state && healthOf(watchedLive(name, state)),
      canaryHealth: canary ? healthOf(canary) : undefined,
    };
  });
  return { revision: current?.revision ?? 0, remotes, log: newestFirst.slice(0, entriesShown), damaged };
}
