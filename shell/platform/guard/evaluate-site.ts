import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import { parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { isUnderWay } from '../state/site-state.ts';
import {
  areFailuresOver,
  type Evaluation,
  evaluateRelease,
  guardRule,
  isEnough,
  limitBeside,
  warningOf,
} from './evaluate-release.ts';
import { type ReleaseHealth, readHealth } from './release-health.ts';
import { keyOf, parseReport, type WatchedRelease } from './view-counts.ts';

type RemoteState = Composition['remotes'][string];

export interface Verdict {
  health: ReleaseHealth;
  /** The release to compare with: the previous one, or for a canary the live one. */
  baseline: ReleaseHealth | null;
  evaluation: Evaluation;
  /** The guard stopped at this release and notifies people. */
  alarm: GuardAlarm | null;
  /** A sentence about failures in the last minutes. People are notified long before a rollback. */
  warning: string | null;
  /** True once its failures have ended. */
  isOver: boolean;
}

export interface RemoteVerdict {
  remote: string;
  state: RemoteState;
  live: Verdict;
  canary: Verdict | null;
  /** True while the live release fails, however long it has been live. */
  isFailingNow: boolean;
  /** For the shell: true unless several remotes have failures. */
  isFaultOfRemote: boolean;
}

/** The minimum of failing networks for another remote to count as failing. Two exclude a single bad connection. */
const minFailingNetworks = 2;

/** Evaluates every remote by the sum of all servers' counts. */
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
    const evaluate = (seen: ReleaseHealth, by: Parameters<typeof evaluateRelease>[1]): Verdict => {
      const { baseline } = by;
      const earlier = health.earlierOf(seen);
      const measure = isEnough(earlier) ? earlier : baseline;
      const isOver = areFailuresOver(health.latestOf(seen), measure);
      const warning = isOver ? null : warningOf(health.recentOf(seen), measure);
      return { health: seen, baseline, evaluation: evaluateRelease(seen, by), alarm: alarmOf(seen), warning, isOver };
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

/** Removes the warnings of the shell. The counts stay, because the evaluation uses them. */
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

/** Returns whether a remote fails. Its failures also count for the shell, so only failures of several remotes are the shell's. */
function hasTrouble({ remote, live, isFailingNow }: RemoteVerdict): boolean {
  if (remote === shellName || live.isOver) return false;
  return isFailingNow || live.evaluation.kind === 'failing' || live.warning !== null;
}

/** A canary is compared with the live release in the same period. */
function beside(health: Awaited<ReturnType<typeof readHealth>>, live: WatchedRelease): ReleaseHealth {
  const recent = health.recentOf(live);
  return isEnough(recent) ? recent : health.of(live);
}

/** A release that has been live for long is compared with its own past. */
function isFailing(recent: ReleaseHealth, earlier: ReleaseHealth, before: ReleaseHealth | null): boolean {
  const baseline = isEnough(earlier) ? earlier : before;
  return recent.failedNetworks >= minFailingNetworks && recent.failedShare >= limitBeside(baseline);
}

/** Returns the key by which page views of a remote's live release are counted. */
function watchedLive(remote: string, { live, since = '' }: RemoteState): WatchedRelease {
  return { remote, id: live, since };
}

function watchedCanary(remote: string, { canary }: RemoteState): WatchedRelease | null {
  return canary ? { remote, id: canary.id, since: canary.since ?? '' } : null;
}

/** Returns whether the guard watches any release of a composition now. It needs the counts only then. */
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
 * Deletes the reports of stopped servers, which contain neither a live release nor the previous one that it is compared with.
 * Also deletes damaged alarms, and those about releases that are no longer served.
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
  for (const [server, report] of await store.reports.readAll()) {
    const isOfUse = parseReport(report).some((release) => isServed(release) || isBefore(release));
    if (!isOfUse) await store.reports.remove(server);
  }
  for (const [name, text] of await store.alarms.readAll()) {
    const alarm = parseJson(alarmSchema, text);
    if (!alarm || !isServed(alarm)) await store.alarms.remove(name);
  }
}

const alarmSchema = z.strictObject({
  remote: z.string(),
  id: z.string(),
  since: z.string(),
  /** When the guard stopped, ISO 8601, UTC. */
  at: z.string(),
  /** The evidence, why the guard does not act, and what people can do. */
  sentence: z.string(),
});

/** The alarm that the guard stopped at a release and people must act. */
export type GuardAlarm = z.infer<typeof alarmSchema>;

/** Stores an alarm. Returns false when any server has stored it before, so that people are notified once. */
export async function raiseAlarm(store: ReleaseStore, alarm: GuardAlarm): Promise<boolean> {
  return store.alarms.add(nameOf(alarm), JSON.stringify(alarm));
}

/** Returns a look-up of alarms by release. An alarm lasts until the failures end or another release is live. */
async function readAlarms(store: ReleaseStore): Promise<(release: WatchedRelease) => GuardAlarm | null> {
  const alarms = [...(await store.alarms.readAll()).values()].flatMap((text) => parseJson(alarmSchema, text) ?? []);
  const byRelease = new Map(alarms.map((alarm) => [keyOf(alarm), alarm]));
  return (release) => byRelease.get(keyOf(release)) ?? null;
}

/** Ends the alarm about a release whose failures have ended. New failures raise it again. */
export async function endAlarm(store: ReleaseStore, alarm: GuardAlarm): Promise<void> {
  await store.alarms.remove(nameOf(alarm));
}

function nameOf({ remote, id, since }: WatchedRelease): string {
  return `${remote}-${id}-${since}`;
}
