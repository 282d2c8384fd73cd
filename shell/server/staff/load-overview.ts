import { judgeSite, publishersOf, type ReleasePlatform, readAudit, remotesIn } from '../../platform/index.ts';
import type { Overview } from './staff-pages.ts';

const entriesShown = 20;

/** What the staff page shows, read from the store each time. */
export async function loadOverview(platform: ReleasePlatform): Promise<Overview> {
  const { store, chain } = platform;
  const { entries, damaged } = await readAudit(platform);
  const current = chain.current?.composition;
  const verdicts = current ? await judgeSite(store, current) : [];
  const publishers = await publishersOf(platform);
  const newestFirst = entries.toReversed();
  const switches = newestFirst.filter((entry) => 'to' in entry && entry.action !== 'budget');
  const names = [...new Set([...remotesIn(chain.rights.namespaces), ...Object.keys(current?.remotes ?? {})])];
  const remotes = names.map((name) => {
    const verdict = verdicts.find(({ remote }) => remote === name);
    const state = verdict?.state;
    return {
      name,
      state,
      publishedBy: publishers.get(name) ?? null,
      switched: switches.find(({ remote, to, action }) => remote === name && to === state?.live && action !== 'canary'),
      verdict: verdict?.live,
      canaryVerdict: verdict?.canary ?? undefined,
    };
  });
  return { revision: current?.revision ?? 0, remotes, log: newestFirst.slice(0, entriesShown), damaged };
}
