import type { Composition } from 'kit/contracts/composition';
import { type ReleaseHealth, readHealth, remotesIn, watchedCanary, watchedLive } from '../../platform/index.ts';
import { knownRemotes } from '../../settings/namespaces.ts';
import type { AddCommand, Invocation, Outcome } from '../command.ts';
import { age, minute, table } from '../layout.ts';

type RemoteState = Composition['remotes'][string];

interface RemoteStatus extends Partial<RemoteState> {
  remote: string;
  health?: ReleaseHealth;
  canaryHealth?: ReleaseHealth;
}

export const addStatus: AddCommand = (program, answer) => {
  program
    .command('status')
    .description('Show which release of each remote is live')
    .action(() => answer(showStatus));
};

async function showStatus({ platform, store }: Invocation): Promise<Outcome> {
  const { chain } = platform;
  await chain.refresh({ whole: true });
  const current = chain.current?.composition;
  const damaged = [...chain.problems];
  const healthOf = await readHealth(store);
  const names = [
    ...new Set([...knownRemotes, ...remotesIn(chain.rights.namespaces), ...Object.keys(current?.remotes ?? {})]),
  ];
  const remotes = names.map((remote): RemoteStatus => {
    const state = current?.remotes[remote];
    if (!state) return { remote };
    const canary = watchedCanary(remote, state);
    return {
      remote,
      ...state,
      health: healthOf(watchedLive(remote, state)),
      ...(canary && { canaryHealth: healthOf(canary) }),
    };
  });
  const headline = current
    ? `Composition revision ${current.revision}, ${minute(current.at)}, by ${current.by}${keyWords(chain.current?.key)}`
    : 'No release is live yet.';
  const overview = table(['remote', 'live', 'previous', 'since', 'failed'], remotes.map(row));
  const text = [headline, '', overview, ...remotes.flatMap(remarks), ...damaged].join('\n');
  return { text, json: { store: store.place, revision: current?.revision ?? null, remotes, damaged } };
}

/** Nothing for a revision from before there were signatures. */
function keyWords(key: string | null | undefined): string {
  return key ? ` (key ${key})` : '';
}

function row({ remote, live, previous, since, health }: RemoteStatus): string[] {
  const failed = health && health.views > 0 ? `${health.failures} of ${health.views}` : '-';
  return [remote, live ?? 'none', previous ?? '-', age(since), failed];
}

function remarks({ remote, canary, guard, frozen, health, canaryHealth }: RemoteStatus): string[] {
  return [
    ...(frozen ? [`${remote}: frozen since ${minute(frozen)}: it takes no new release`] : []),
    ...(guard === 'off' ? [`${remote}: automatic rollback is off for the live release`] : []),
    ...(health && health.failures > 0 ? [`${remote}: failed for ${reasonsOf(health)}`] : []),
    ...(canary ? [`${remote}: canary ${canary.id} for ${canary.percent} percent of the visitors`] : []),
    ...(canaryHealth ? [`${remote}: canary since ${age(canary?.since)}, ${describeHealth(canaryHealth)}`] : []),
  ];
}

function describeHealth(health: ReleaseHealth): string {
  if (health.views === 0) return 'no page views yet';
  const reasons = health.failures > 0 ? ` for ${reasonsOf(health)}` : '';
  return `${health.failures} of ${health.views} page views failed${reasons}`;
}

function reasonsOf({ reasons }: ReleaseHealth): string {
  return Object.entries(reasons)
    .map(([reason, times]) => `${reason} (${times})`)
    .join(', ');
}
