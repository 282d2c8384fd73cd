import { readHealth } from '../../releases/guard/release-health.ts';
import { knownRemotes } from '../../releases/namespaces.ts';
import type { ReleaseStore } from '../../releases/store/release-store.ts';
import type { Overview } from './staff-pages.ts';

const switchesShown = 20;

/** What the staff page shows, read from the store each time. */
export async function loadOverview(store: ReleaseStore): Promise<Overview> {
  const [{ entries, damaged }, healthOf] = await Promise.all([store.compositions.readAll(), readHealth(store)]);
  const newestFirst = entries.toReversed();
  const current = newestFirst[0];
  const names = [...new Set([...knownRemotes, ...Object.keys(current?.remotes ?? {})])];
  const remotes = names.map((name) => {
    const state = current?.remotes[name];
    return {
      name,
      state,
      switched: newestFirst.find(
        ({ remote, to, action }) => remote === name && to === state?.live && action !== 'canary',
      ),
      health: state && healthOf({ remote: name, id: state.live, since: state.since ?? '' }),
    };
  });
  return { revision: current?.revision ?? 0, remotes, log: newestFirst.slice(0, switchesShown), damaged };
}
