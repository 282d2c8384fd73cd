import { type ReleaseStore, readAudit, readHealth, watchedCanary, watchedLive } from '../../platform/index.ts';
import { knownRemotes } from '../../settings/namespaces.ts';
import type { Overview } from './staff-pages.ts';

const entriesShown = 20;

/** What the staff page shows, read from the store each time. */
export async function loadOverview(store: ReleaseStore): Promise<Overview> {
  const [{ current }, { entries, damaged }, healthOf] = await Promise.all([
    store.compositions.readCurrent(),
    readAudit(store),
    readHealth(store),
  ]);
  const newestFirst = entries.toReversed();
  const switches = newestFirst.filter((entry) => 'to' in entry && entry.action !== 'budget');
  const names = [...new Set([...knownRemotes, ...Object.keys(current?.remotes ?? {})])];
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
