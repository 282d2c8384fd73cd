import type { Composition } from 'kit/contracts/composition';
import { type ReleaseHealth, readHealth, watchedCanary, watchedLive } from '../../platform/index.ts';
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

async function showStatus({ store }: Invocation): Promise<Outcome> {
  const { current, damaged } = await store.compositions.readCurrent();
  const healthOf = await readHealth(store);
  const names = [...new Set([...knownRemotes, ...Object.keys(current?.remotes ?? {})])];
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
    ? `Composition revision ${current.revision}, ${minute(current.at)}, by ${current.by}`
    : 'No release is live yet.';
  const overview = table(['remote', 'live', 'previous', 'since', 'failed'], remotes.map(row));
  const text = [headline, '', overview, ...remotes.flatMap(remarks), ...damaged].join('\n');
  return { text, json: { store: store.place, revision: current?.revision ?? null, remotes, damaged } };
}

function row({ remote, live, previous, since, health }: RemoteStatus): string[] {
  const failed = health && health.views > 0 ? `${health.failures} of ${health.views}` : '-';
  return [remote, live ?? 'none', previous ?? '-', age(since), failed];
}

function remarks({ remote, canary, guard, health, canaryHealth }: RemoteStatus): string[] {
  return [
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
