import { judgeSite, type ReleaseStore, readAudit } from '../../platform/index.ts';
import { knownRemotes } from '../../settings/namespaces.ts';
import type { Overview } from './staff-pages.ts';

const entriesShown = 20;

/** What the staff page shows, read from the store each time. */
export async function loadOverview(store: ReleaseStore): Promise<Overview> {
  const [{ current }, { entries, damaged }] = await Promise.all([store.compositions.readCurrent(), readAudit(store)]);
  const verdicts = current ? await judgeSite(store, current) : [];
  const newestFirst = entries.toReversed();
  const switches = newestFirst.filter((entry) => 'to' in entry && entry.action !== 'budget');
  const names = [...new Set([...knownRemotes, ...Object.keys(current?.remotes ?? {})])];
  const remotes = names.map((name) => {
    const verdict = verdicts.find(({ remote }) => remote === name);
    const state = verdict?.state;
    return {
      name,
      state,
      switched: switches.find(({ remote, to, action }) => remote === name && to === state?.live && action !== 'canary'),
      verdict: verdict?.live,
      canaryVerdict: verdict?.canary ?? undefined,
    };
  });
  return { revision: current?.revision ?? 0, remotes, log: newestFirst.slice(0, entriesShown), damaged };
}
