import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import { parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { isUnderWay } from '../state/site-state.ts';
import {
  areFailuresOver,
  evaluateRelease,
  guardRule,
  isEnough,
  type Judgement,
  limitBeside,
  warningOf,
} from './evaluate-release.ts';
import { type ReleaseHealth, readHealth, type SiteHealth, watchedIn } from './release-health.ts';
import { keyOf, type WatchedRelease } from './view-counts.ts';

type RemoteState = Composition['remotes'][string];

/** What the guard knows of one release that visitors get. */
export interface Verdict {
  health: ReleaseHealth;
  /** What the release is measured by: the one before, or beside a canary the live one. */
  baseline: ReleaseHealth | null;
  judgement: Judgement;
  /** The guard stopped here, and calls people. */
  alarm: GuardAlarm | null;
  /** It fails in the last minutes, in words: people are notified long before it is rolled back. */
  warning: string | null;
  /** What failed of it fails no more. */
  isOver: boolean;
}

/** What the guard knows of a remote. */
export interface RemoteVerdict {
  remote: string;
  state: RemoteState;
  live: Verdict;
  canary: Verdict | null;
  /** The live release fails now, whenever it went live. */
  isFailingNow: boolean;
  /** Of the shell: its failures are those of the pages of one remote. */
  isFaultOfRemote: boolean;
}

/** Networks that fail now beside those of another remote: two are no single bad line. */
const leastFailingNow = 2;

/** Evaluates every remote by the sum of what all servers counted. */
export async function evaluateSite(
  store: ReleaseStore,
  composition: Composition,
  now = Date.now(),
): Promise<RemoteVerdict[]> {
  const [health, alarmOf] = await Promise.all([readHealth(store, now), readAlarms(store)]);
  const verdicts = Object.entries(composition.remotes).map(([remote, state]): RemoteVerdict => {
    const live = watchedLive(remote, state);
    const canary = watchedCanary(remote, state);
    const isPlanned = state.canary !== undefined && isUnderWay(state.canary);
    const lately = (release: WatchedRelease, measure: ReleaseHealth | null) => {
      const isOver = areFailuresOver(health.latestOf(release), measure);
      return { isOver, warning: isOver ? null : warningOf(health.recentOf(release), measure) };
    };
    const evaluate = (seen: ReleaseHealth, by: Parameters<typeof evaluateRelease>[1]): Verdict => {
      const { baseline } = by;
      return {
        ...{ health: seen, baseline, judgement: evaluateRelease(seen, by), alarm: alarmOf(seen) },
        ...lately(seen, isEnough(health.earlierOf(seen)) ? health.earlierOf(seen) : baseline),
      };
    };
    const before = state.previous === null ? null : health.lastOf(remote, state.previous);
    return {
      remote,
      state,
      live: evaluate(health.of(live), { baseline: before, guard: state.guard, now }),
      canary:
        canary && evaluate(health.of(canary), { baseline: beside(health, live), guard: undefined, now, isPlanned }),
      isFailingNow: isFailing(health.recentOf(live), health.earlierOf(live), before),
      isFaultOfRemote: false,
    };
  });
  const areSeveral = verdicts.filter(hasTrouble).length > 1;
  return verdicts.map((one) => (one.remote === shellName && !areSeveral ? withoutFaultsOfRemote(one) : one));
}

/** What is evaluated stays as it is counted. */
function withoutFaultsOfRemote(shell: RemoteVerdict): RemoteVerdict {
  const { live, canary } = shell;
  return {
    ...shell,
    live: { ...live, warning: null },
    canary: canary && { ...canary, warning: null },
    isFailingNow: false,
    isFaultOfRemote: true,
  };
}

/** Every failure of a remote is one of the shell around it as well: the shell's own are what several remotes have in common. */
function hasTrouble({ remote, live, isFailingNow }: RemoteVerdict): boolean {
  if (remote === shellName || live.isOver) return false;
  return isFailingNow || live.judgement.kind === 'failing' || live.warning !== null;
}

/** A canary is measured by what the others see at the same time. */
function beside(health: SiteHealth, live: ReturnType<typeof watchedLive>): ReleaseHealth {
  const recent = health.recentOf(live);
  return isEnough(recent) ? recent : health.of(live);
}

/** A release that was live for long is its own measure. */
function isFailing(recent: ReleaseHealth, earlier: ReleaseHealth, before: ReleaseHealth | null): boolean {
  const baseline = isEnough(earlier) ? earlier : before;
  return recent.failedNetworks >= leastFailingNow && recent.failedShare >= limitBeside(baseline);
}

/** The live release of a remote, as its page views are counted. */
function watchedLive(remote: string, { live, since = '' }: RemoteState): WatchedRelease {
  return { remote, id: live, since };
}

/** Its canary; null when none is running. */
function watchedCanary(remote: string, { canary }: RemoteState): WatchedRelease | null {
  return canary ? { remote, id: canary.id, since: canary.since ?? '' } : null;
}

/** Whether the guard watches any release of a composition at this moment: nobody needs its numbers at another. */
export function isAnyWatched({ remotes }: Composition, now: number): boolean {
  return Object.entries(remotes).some(
    ([remote, state]) =>
      (state.canary && isUnderWay(state.canary)) ||
      [watchedLive(remote, state), watchedCanary(remote, state)].some((watched) => {
        const age = now - Date.parse(watched?.since ?? '');
        return age >= 0 && age <= guardRule.watchedMinutes * 60_000;
      }),
  );
}

/**
 * Takes away the reports of servers that are gone: those that say nothing of what is live now, nor of the release before
 * it, which it is measured by. With them go alarms about what nobody is served any more.
 */
export async function removeStaleReports({ store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>): Promise<void> {
  await chain.refresh({ whole: false });
  const current = chain.current?.composition;
  if (!current) return;
  const remotes = Object.entries(current.remotes);
  const served = remotes.flatMap(([remote, state]) => [watchedLive(remote, state), watchedCanary(remote, state)]);
  const isServed = ({ remote, id, since }: WatchedRelease) =>
    served.some((one) => one?.remote === remote && one.id === id && one.since === since);
  const isBefore = ({ remote, id }: WatchedRelease) => current.remotes[remote]?.previous === id;
  for (const [server, report] of await store.readReports()) {
    const isOfUse = watchedIn(report).some((release) => isServed(release) || isBefore(release));
    if (!isOfUse) await store.removeReport(server);
  }
  await removeOldAlarms(store, isServed);
}

const alarmSchema = z.strictObject({
  remote: z.string(),
  id: z.string(),
  since: z.string(),
  /** When the guard stopped, ISO 8601, UTC. */
  at: z.string(),
  /** What it saw, why it does nothing about that, and what people can do. */
  sentence: z.string(),
});

/** The guard stopped at a release, and people are needed. */
export type GuardAlarm = z.infer<typeof alarmSchema>;

/** False when it was raised before, by whichever server: people are called once. */
export async function raiseAlarm(store: ReleaseStore, alarm: GuardAlarm): Promise<boolean> {
  return store.alarms.add(nameOf(alarm), JSON.stringify(alarm));
}

/** Gives the alarm about a release, until that fails no more or another one is live. */
async function readAlarms(store: ReleaseStore): Promise<(release: WatchedRelease) => GuardAlarm | null> {
  const alarms = [...(await store.alarms.readAll()).values()].flatMap((text) => parseJson(alarmSchema, text) ?? []);
  const byRelease = new Map(alarms.map((alarm) => [keyOf(alarm), alarm]));
  return (release) => byRelease.get(keyOf(release)) ?? null;
}

/** Ends the alarm about a release that fails no more: it is raised again when that fails again. */
export async function endAlarm(store: ReleaseStore, alarm: GuardAlarm): Promise<void> {
  await store.alarms.remove(nameOf(alarm));
}

/** Takes away those about releases that nobody is served any more, and what is damaged. */
async function removeOldAlarms(store: ReleaseStore, isServed: (release: WatchedRelease) => boolean): Promise<void> {
  for (const [name, text] of await store.alarms.readAll()) {
    const alarm = parseJson(alarmSchema, text);
    if (!alarm || !isServed(alarm)) await store.alarms.remove(name);
  }
}

function nameOf({ remote, id, since }: WatchedRelease): string {
  return `${remote}-${id}-${since}`;
}
