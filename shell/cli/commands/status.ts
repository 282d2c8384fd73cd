import type { Composition } from 'kit/contracts/composition';
import { readAlertLog, type StoredAlert } from 'kit/server/alerts/alert-log';
import { oneLine } from 'kit/server/text';
import { evaluateCanary, Health, KeyRights, Released, Site } from '../../platform/index.ts';
import { knownRemotes } from '../../settings/namespaces.ts';
import type { AddCommand, Invocation, Outcome } from '../command.ts';
import { age, minute, table, wrap } from '../layout.ts';

type RemoteState = Composition['remotes'][string];

interface RemoteStatus extends Partial<RemoteState> {
  remote: string;
  /** The key whose signature makes the live release valid; null when it is not valid. */
  publishedBy?: string | null;
  health?: Health.Verdict['health'];
  /** The guard's alarm, warning or progress for the live release; absent if there is none. */
  guardSays?: string;
  canaryHealth?: Health.Verdict['health'];
  canaryGuardSays?: string;
  /** The next step of the canary's plan, or why it is paused. */
  planSays?: string;
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
  const verdicts = current ? await Health.evaluateSite(store, current) : [];
  const publishers = await Released.publishersOf(platform);
  const names = [
    ...new Set([
      ...knownRemotes,
      ...KeyRights.remotesIn(chain.rights.namespaces),
      ...verdicts.map(({ remote }) => remote),
    ]),
  ];
  const remotes = names.map((name): RemoteStatus => {
    const verdict = verdicts.find(({ remote }) => remote === name);
    return verdict ? { ...presentStatus(verdict), publishedBy: publishers.get(name) ?? null } : { remote: name };
  });
  const headline = current
    ? `Composition revision ${current.revision}, ${minute(current.at)}, by ${oneLine(current.by)}${keyWords(chain.current?.key)}`
    : 'No release is live yet.';
  const overview = table(['remote', 'live', 'previous', 'since', 'failed'], remotes.map(row));
  const freeze = current ? Site.siteFreezeOf(current, new Date().toISOString()) : null;
  const ofSite = freeze
    ? [
        `The site is frozen since ${minute(freeze.since)}${endOf(freeze.until)}: no remote takes a new release${why(freeze.reason)}`,
      ]
    : [];
  const incidents = (await readAlertLog(store.incidents)).alerts.slice(0, maxIncidents);
  const text = [
    headline,
    ...ofSite,
    '',
    overview,
    ...remotes.flatMap(remarks),
    ...publishedBy(publishers, current?.remotes ?? {}),
    ...incidents.map(describeIncident),
    ...damaged,
  ].join('\n');
  return {
    text,
    json: {
      store: store.place,
      revision: current?.revision ?? null,
      key: chain.current?.key ?? null,
      ...(freeze && { siteFrozen: freeze }),
      remotes,
      incidents,
      damaged,
    },
  };
}

/** Incidents of this week in the output. */
const maxIncidents = 5;

function describeIncident({ at, endedAt, kind, text }: StoredAlert): string {
  const end = endedAt === null ? '' : `, resolved at ${minute(endedAt)}`;
  return wrap(`Incident at ${minute(at)}, ${kind}${end}: ${text}`);
}

function presentStatus({ remote, state, live, canary }: Health.RemoteVerdict): RemoteStatus {
  const [says, canarySays] = [live, canary].map(describeVerdict);
  return {
    remote,
    ...state,
    health: live.health,
    ...(says && { guardSays: says }),
    ...(canary && { canaryHealth: canary.health }),
    ...(canarySays && { canaryGuardSays: canarySays }),
    ...(canary && state.canary?.plan && { planSays: describeProgress(state.canary, canary) }),
  };
}

function describeVerdict(verdict: Health.Verdict | null): string | undefined {
  if (verdict?.alarm) return `ALARM: ${verdict.alarm.sentence}`;
  if (verdict?.warning) return `FAILS: ${verdict.warning} within the last minutes`;
  return verdict?.evaluation.kind === 'waiting' ? verdict.evaluation.sentence : undefined;
}

/** Lists the keys that published the live releases, one per line, and live releases that are not served. */
function publishedBy(publishers: ReadonlyMap<string, string | null>, states: Composition['remotes']): string[] {
  const remotesOf = Map.groupBy(publishers.keys(), (remote) => publishers.get(remote) ?? null);
  return [...remotesOf].flatMap(([key, remotes]) =>
    key === null
      ? remotes.flatMap((remote) => describeUnserved(remote, states[remote]))
      : wrap(`Published by the key ${key}: ${remotes.join(', ')}`),
  );
}

/** A release whose key was revoked is not served, although no switch changed it. */
function describeUnserved(remote: string, state: RemoteState | undefined): string[] {
  if (!state) return [];
  const { live, previous } = state;
  const [outcome, remedy] = previous
    ? [`visitors get ${previous} instead, if that is valid`, `rollback ${remote} --reason "..."`]
    : ['its pages answer 503, since there is no earlier release', `activate ${remote} <id>`];
  const sentence = `${remote} ${live} is not served: no valid key has signed it, or it is damaged; ${outcome}.`;
  return [wrap(`${sentence} Repair it with: npm run release -- ${remedy}`)];
}

/** The key is unknown before the first revision. */
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
  frozenUntil,
  frozenFor,
  withdrawn,
  planSays,
  health,
  guardSays,
  canaryHealth,
  canaryGuardSays,
}: RemoteStatus): string[] {
  return [
    ...(withdrawn ? [`${remote}: withdrawn since ${minute(withdrawn.since)}: ${withdrawn.reason}`] : []),
    ...(frozen && !isOver(frozenUntil)
      ? [`${remote}: frozen since ${minute(frozen)}${endOf(frozenUntil)}: it takes no new release${why(frozenFor)}`]
      : []),
    ...(guard === 'off' ? [`${remote}: automatic rollback is off for the live release`] : []),
    ...(guardSays ? [`${remote}: ${guardSays}`] : []),
    ...(health ? details(health).map((words) => `${remote}: ${words}`) : []),
    ...(canary ? [`${remote}: canary ${canary.id} for ${canary.percent} percent of the visitors`] : []),
    ...(canaryHealth ? [`${remote}: canary since ${age(canary?.since)}, ${describeHealth(canaryHealth)}`] : []),
    ...(planSays ? [`${remote}: ${planSays}`] : []),
    ...(canaryGuardSays ? [`${remote}: canary ${canaryGuardSays}`] : []),
  ];
}

const isOver = (until: string | undefined) => until !== undefined && Date.parse(until) <= Date.now();
const endOf = (until: string | undefined) => (until ? ` until ${minute(until)}` : '');
const why = (reason: string | undefined) => (reason ? ` (${reason})` : '');

/** `plan: step 2 of 4, next 25 % at 14:20 UTC; not worse by its failures: ...`, or the reason of its stop. */
function describeProgress(canary: NonNullable<RemoteState['canary']>, seen: Health.Verdict): string {
  const { plan } = canary;
  const next = Site.nextStepOf(canary);
  if (!plan || !next) return '';
  const place = `plan: step ${plan.step + 1} of ${plan.steps.length}`;
  if (plan.paused) return `${place}, paused since ${minute(plan.paused.since)}: ${plan.paused.reason}`;
  if (next.kind === 'end') return `${place}, the last: somebody has to promote or end it`;
  const due = Site.dueAt(canary);
  const then = next.kind === 'advance' ? `next ${next.percent} %` : 'next live';
  const evaluation = evaluateCanary(seen);
  const word = { 'not-worse': 'not worse than live', worse: 'worse than live', 'too-little': 'not enough data' }[
    evaluation.kind
  ];
  const at = due === null ? '' : ` from ${minute(new Date(due).toISOString())} on`;
  return `${place}, ${then}${at}; ${word} by ${evaluation.by}: ${evaluation.sentence}`;
}

function details({
  failures,
  failedNetworks,
  networks,
  reasons,
  unknownFailures,
  ignored,
}: Health.Verdict['health']): string[] {
  const [unknown, whileAway] = [unknownFailures, ignored].map(list);
  return [
    ...(failures > 0 ? [`failed for ${list(reasons)}, in ${failedNetworks} of ${networks} networks`] : []),
    ...(unknown === '' ? [] : [`not counted: ${unknown} from visitors whose network is unknown`]),
    ...(whileAway === '' ? [] : [`not counted: ${whileAway} while the API was unavailable`]),
  ];
}

function describeHealth(health: Health.Verdict['health']): string {
  if (health.views === 0) return 'no page views yet';
  const reasons = health.failures > 0 ? ` for ${list(health.reasons)}` : '';
  return `${health.failures} of ${health.views} page views failed${reasons}`;
}

function list(reasons: Health.Verdict['health']['reasons']): string {
  return Object.entries(reasons)
    .map(([reason, times]) => `${reason} (${times})`)
    .join(', ');
}
