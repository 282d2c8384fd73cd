import type { Composition } from 'kit/contracts/composition';
import {
  judgeSite,
  publishersOf,
  type ReleaseHealth,
  type RemoteVerdict,
  remotesIn,
  type Verdict,
} from '../../platform/index.ts';
import { knownRemotes } from '../../settings/namespaces.ts';
import type { AddCommand, Invocation, Outcome } from '../command.ts';
import { age, minute, table, wrap } from '../layout.ts';

type RemoteState = Composition['remotes'][string];

interface RemoteStatus extends Partial<RemoteState> {
  remote: string;
  /** The key that the live release counts by; null when it does not. */
  publishedBy?: string | null;
  health?: ReleaseHealth;
  /** What the guard says of the live release; absent when it has nothing to say. */
  guardSays?: string;
  canaryHealth?: ReleaseHealth;
  canaryGuardSays?: string;
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
  const verdicts = current ? await judgeSite(store, current) : [];
  const publishers = await publishersOf(platform);
  const names = [
    ...new Set([...knownRemotes, ...remotesIn(chain.rights.namespaces), ...verdicts.map(({ remote }) => remote)]),
  ];
  const remotes = names.map((name): RemoteStatus => {
    const verdict = verdicts.find(({ remote }) => remote === name);
    return verdict ? { ...presentStatus(verdict), publishedBy: publishers.get(name) ?? null } : { remote: name };
  });
  const headline = current
    ? `Composition revision ${current.revision}, ${minute(current.at)}, by ${current.by}${keyWords(chain.current?.key)}`
    : 'No release is live yet.';
  const overview = table(['remote', 'live', 'previous', 'since', 'failed'], remotes.map(row));
  const text = [headline, '', overview, ...remotes.flatMap(remarks), ...publishedBy(publishers), ...damaged].join('\n');
  return {
    text,
    json: {
      store: store.place,
      revision: current?.revision ?? null,
      key: chain.current?.key ?? null,
      remotes,
      damaged,
    },
  };
}

function presentStatus({ remote, state, live, canary }: RemoteVerdict): RemoteStatus {
  const [says, canarySays] = [live, canary].map(wordsOf);
  return {
    remote,
    ...state,
    health: live.health,
    ...(says && { guardSays: says }),
    ...(canary && { canaryHealth: canary.health }),
    ...(canarySays && { canaryGuardSays: canarySays }),
  };
}

function wordsOf(verdict: Verdict | null): string | undefined {
  if (verdict?.alarm) return `ALARM: ${verdict.alarm.sentence}`;
  if (verdict?.slowness) return `SLOW: ${verdict.slowness}`;
  return verdict?.judgement.kind === 'waiting' ? verdict.judgement.sentence : undefined;
}

/** Who published what is live, a line for each key. */
function publishedBy(publishers: ReadonlyMap<string, string | null>): string[] {
  const remotesOf = Map.groupBy(publishers.keys(), (remote) => publishers.get(remote) ?? null);
  return [...remotesOf].map(([key, remotes]) =>
    wrap(
      key === null ? `No key stands for ${remotes.join(', ')}` : `Published by the key ${key}: ${remotes.join(', ')}`,
    ),
  );
}

/** Nothing for a revision from before there were signatures. */
function keyWords(key: string | null | undefined): string {
  return key ? ` (key ${key})` : '';
}

function row({ remote, live, previous, since, health }: RemoteStatus): string[] {
  const failed = health && health.views > 0 ? `${health.failures} of ${health.views}` : '-';
  return [remote, live ?? 'none', previous ?? '-', age(since), failed];
}

function remarks({
  remote,
  canary,
  guard,
  frozen,
  health,
  guardSays,
  canaryHealth,
  canaryGuardSays,
}: RemoteStatus): string[] {
  return [
    ...(frozen ? [`${remote}: frozen since ${minute(frozen)}: it takes no new release`] : []),
    ...(guard === 'off' ? [`${remote}: automatic rollback is off for the live release`] : []),
    ...(guardSays ? [`${remote}: ${guardSays}`] : []),
    ...(health ? details(health).map((words) => `${remote}: ${words}`) : []),
    ...(canary ? [`${remote}: canary ${canary.id} for ${canary.percent} percent of the visitors`] : []),
    ...(canaryHealth ? [`${remote}: canary since ${age(canary?.since)}, ${describeHealth(canaryHealth)}`] : []),
    ...(canaryGuardSays ? [`${remote}: canary ${canaryGuardSays}`] : []),
  ];
}

function details({ failures, failedNetworks, networks, reasons, unknownFailures, ignored }: ReleaseHealth): string[] {
  const [unknown, whileAway] = [unknownFailures, ignored].map(list);
  return [
    ...(failures > 0 ? [`failed for ${list(reasons)}, in ${failedNetworks} of ${networks} networks`] : []),
    ...(unknown === '' ? [] : [`not counted: ${unknown} for visitors whose network nobody knows`]),
    ...(whileAway === '' ? [] : [`not counted: ${whileAway} while the API was away`]),
  ];
}

function describeHealth(health: ReleaseHealth): string {
  if (health.views === 0) return 'no page views yet';
  const reasons = health.failures > 0 ? ` for ${list(health.reasons)}` : '';
  return `${health.failures} of ${health.views} page views failed${reasons}`;
}

function list(reasons: ReleaseHealth['reasons']): string {
  return Object.entries(reasons)
    .map(([reason, times]) => `${reason} (${times})`)
    .join(', ');
}
