import type { Composition } from 'kit/contracts/composition';
import type { ReleaseRecord } from 'kit/contracts/release';
import { readAlertLog } from 'kit/server/alerts/alert-log';
import { messageOf } from 'kit/server/text';
import {
  FailureCounts,
  Failures,
  Health,
  History,
  KeyRights,
  ReleaseFiles,
  type ReleasePlatform,
  Site,
  type StoreNotes,
} from '../../platform/index.ts';
import type { SiteMetrics } from '../../server/health/site-metrics.ts';
import { minute } from '../parts.tsx';
import { withTimeout } from '../staff-session.ts';
import { isPending } from './approvals.ts';
import type { RoomParts } from './room.tsx';

const day = 24 * 3_600_000;
const makesLive: readonly string[] = ['activate', 'promote', 'rollback', 'undo'];

interface LoadRoomParts extends Pick<RoomParts, 'platform' | 'lastKnown' | 'approvals'> {
  metrics: Pick<SiteMetrics, 'readFigures' | 'readRecent' | 'since'>;
}

/** Never rejects: for a value that cannot be read now, the page shows the last known one and marks it. */
export async function loadRoom({ platform, metrics, lastKnown, approvals }: LoadRoomParts) {
  const now = Date.now();
  const { store, chain } = platform;
  const look = lastKnown.look();
  const nothing: Awaited<ReturnType<typeof History.readAudit>> = { entries: [], damaged: [] };
  const audit = await look.read('audit', () => History.readAudit(platform), nothing);
  // The chain is in memory, so it is there even when the store is unavailable.
  const current = chain.current?.composition;
  const [verdicts, origins, heads, incidents, requests, figures] = await Promise.all([
    look.read('verdicts', async () => (current ? Health.evaluateSite(store, current) : []), []),
    look.read('origins', () => readOrigins(platform), new Map<string, ReleaseOrigin | null>()),
    look.read('heads', () => store.readHeartbeats(day), []),
    look.read('incidents', () => readIncidents(store), []),
    look.read('approvals', async () => (await approvals?.readAll())?.filter(isPending) ?? [], []),
    metrics.readFigures(),
  ]);
  const log: readonly History.AuditEntry[] = audit.entries.toReversed();
  const switches = log.filter((entry) => 'to' in entry);
  const names = [
    ...new Set([...KeyRights.remotesIn(chain.rights.namespaces), ...Object.keys(current?.remotes ?? {})]),
  ].sort();
  // Only their pages and browsers are shown, so no stack is mapped.
  const readFailures = () => Failures.readFailures(store, { map: async () => [] });
  const fails = (seen: Health.Verdict | null) =>
    seen && (seen.alarm || seen.warning || seen.evaluation.kind === 'failing');
  const isFailing = verdicts.some(({ live, canary, isFailingNow }) => isFailingNow || fails(live) || fails(canary));
  const counted = isFailing ? await look.read('failures', readFailures, { failures: [], problems: [] }) : null;
  const remotes = names.map((name) => {
    const state = current?.remotes[name];
    const verdict = verdicts.find(({ remote }) => remote === name);
    return {
      name,
      /** Undefined when no release is live. */
      state,
      freeze: current ? Site.freezeOf(current, name, new Date(now).toISOString()) : null,
      origin: origins.get(name) ?? null,
      switched: switches.find(
        ({ remote, to, action }) => remote === name && to === state?.live && makesLive.includes(action),
      ),
      nextStep: nextStepOf(state?.canary),
      verdict,
      /** Where most failures of the releases were seen that visitors get now; null where there are none. */
      worst: worstOf(counted?.failures ?? [], name, [state?.live, state?.canary?.id]),
      figures: figures.filter(({ remote }) => remote === name),
      /** Its page views on this server by minute, oldest first. */
      recent: metrics.readRecent(name, now),
    };
  });
  const revision = current?.revision ?? 0;
  const revisedAt = current?.at ?? '';
  const since = { now: store.now(), countsFor: store.pace.heartbeatMaxAge, current: revision, revisedAt };
  const servers = heads.map((head) => ({
    name: head.server,
    revision: head.serving.revision,
    since: head.serving.since,
    version: head.serving.version,
    fallbacks: head.serving.instead,
    /** Milliseconds since 1970. */
    heardAt: head.writtenAt,
    state: stateOfServer(head, since),
  }));
  return {
    /** Milliseconds since 1970. */
    at: now,
    revision,
    ...{ remotes, servers, log, incidents, requests },
    siteFreeze: current ? Site.siteFreezeOf(current, new Date(now).toISOString()) : null,
    /** When this server began to count, in milliseconds since 1970. */
    figuresSince: metrics.since,
    /** Sentences about problems of the store and about invalid revisions. */
    problems: [...new Set([...store.problems, ...look.problems, ...audit.damaged])],
    /** Since when the store is unavailable and this page shows older values; null while it can be read. */
    knownSince: look.knownSince,
  };
}

export function stateOfServer(
  { revision, serving, writtenAt }: Pick<StoreNotes.StoredHeartbeat, 'revision' | 'serving' | 'writtenAt'>,
  { now, countsFor, current, revisedAt }: { now: number; countsFor: number; current: number; revisedAt: string },
): 'serves' | 'loads' | 'lags' | 'silent' {
  if (now - writtenAt > countsFor) return 'silent';
  const isBehind = revision < current || serving.revision < current;
  if (!isBehind) return 'serves';
  // The difference counts in both directions: a revision from a clock far ahead must not hide a server that lags.
  return Math.abs(now - Date.parse(revisedAt)) > countsFor ? 'lags' : 'loads';
}

function worstOf(
  failures: readonly FailureCounts.FailureGroup[],
  name: string,
  ids: readonly (string | undefined)[],
): { page: string; browser: string } | null {
  const isOf = ({ remote, releases }: FailureCounts.FailureGroup) =>
    remote === name && ids.some((id) => id !== undefined && Object.hasOwn(releases, id));
  const [first, ...rest] = failures.filter(isOf);
  const sum = first && FailureCounts.addFailures([first, ...rest]);
  return sum ? { page: mostSeenIn(sum.pages), browser: mostSeenIn(sum.browsers) } : null;
}

/** The name that was counted most: the path of a route, as the release declares it, or a browser. */
export function mostSeenIn(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts).sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** Gives the next step of a plan that is under way. Its share is null when the canary goes live. */
export function nextStepOf(canary: Composition['remotes'][string]['canary']) {
  const next = canary && !canary.plan?.paused ? Site.nextStepOf(canary) : null;
  const due = canary ? Site.dueAt(canary) : null;
  if (next === null || next.kind === 'end' || due === null) return null;
  return { percent: next.kind === 'advance' ? next.percent : null, at: new Date(due).toISOString() };
}

export type ReleaseOrigin = Pick<ReleaseRecord, 'commit' | 'author' | 'pullRequest'>;

async function readOrigins({ store, chain }: ReleasePlatform): Promise<ReadonlyMap<string, ReleaseOrigin | null>> {
  const states = Object.entries(chain.current?.composition.remotes ?? {});
  const found = states.map(async ([remote, { live }]) => [remote, await readOrigin(store, remote, live)] as const);
  return new Map(await Promise.all(found));
}

async function readIncidents({ incidents }: ReleasePlatform['store']) {
  const { alerts, stepsOf } = await readAlertLog(incidents);
  return alerts.map((alert) => ({ ...alert, steps: stepsOf(alert) }));
}

export interface ListedRelease {
  id: string;
  /** ISO 8601; empty when the store does not know the time. */
  publishedAt: string;
  is: NonNullable<ReturnType<typeof Site.roleOf>> | 'was live' | 'never live';
}

interface RemoteWithState {
  name: string;
  state: Composition['remotes'][string] | undefined;
}

export interface ReleaseList {
  releases: ListedRelease[];
  problem: string | null;
}

/** Loads all releases of a remote from the store, newest first. Never rejects. */
export async function loadReleases(
  { store, chain }: ReleasePlatform,
  { name, state }: RemoteWithState,
): Promise<ReleaseList> {
  try {
    const ids = await store.listReleases(name);
    const dated = await Promise.all(
      ids.map(async (id) => {
        const at = await store.publishedAt(name, id).catch(() => null);
        return { id, publishedAt: at?.toISOString() ?? '' };
      }),
    );
    const wasActive = (id: string) => Site.activationOf(chain.state, name, id) !== undefined;
    const releases = dated
      .sort((one, other) => other.publishedAt.localeCompare(one.publishedAt) || other.id.localeCompare(one.id))
      .map(({ id, publishedAt }): ListedRelease => {
        return { id, publishedAt, is: Site.roleOf(id, state) ?? (wasActive(id) ? 'was live' : 'never live') };
      });
    return { releases, problem: null };
  } catch (error) {
    return { releases: [], problem: messageOf(error) };
  }
}

/**
 * Gives the reason why a release was taken back: its rollback or the end of its canary, by whom and why. It is null
 * when that never happened, or when the release was made live again. `log` is sorted newest first.
 */
export function rollbackReason(log: readonly History.AuditEntry[], remote: string, id: string): string | null {
  for (const entry of log) {
    if (!('to' in entry)) continue;
    const { action, at, by, reason } = entry;
    const move = Site.movesOf(entry).find((one) => one.remote === remote);
    if (!move || move.from === move.to) continue;
    if (move.to === id && action !== 'canary' && action !== 'advance') return null;
    const what = { rollback: 'was rolled back', abort: 'was ended as a canary' }[String(action)];
    if (move.from === id && what) return `It ${what} at ${minute(at)}, by ${by}${reason === '' ? '' : `: ${reason}`}`;
  }
  return null;
}

/** How long the overview uses a list of releases where lists cost money, in milliseconds. */
const listedFor = 60_000;

/**
 * The newest release of each remote that was never live: somebody published it, and nobody has made it live. The log
 * does not know of it.
 */
export class WaitingReleases {
  readonly #platform: ReleasePlatform;
  readonly #newest = new Map<string, { id: string | undefined; at: number }>();

  constructor(platform: ReleasePlatform) {
    this.#platform = platform;
  }

  async of({ name, state }: RemoteWithState): Promise<string | null> {
    const { store, chain } = this.#platform;
    const age = Date.now() - (this.#newest.get(name)?.at ?? 0);
    if (store.pace.isFree || age > listedFor) {
      const { releases } = await loadReleases(this.#platform, { name, state });
      this.#newest.set(name, { id: releases[0]?.id, at: Date.now() });
    }
    const { id } = this.#newest.get(name) ?? {};
    const isUsed = (id: string) => Site.roleOf(id, state) !== null || Site.activationOf(chain.state, name, id);
    return id === undefined || isUsed(id) ? null : id;
  }
}

/** Reads where a release was built from; null when its record cannot be read. */
export async function readOrigin(
  store: ReleasePlatform['store'],
  remote: string,
  id: string,
): Promise<ReleaseOrigin | null> {
  const release = await ReleaseFiles.loadRelease(store, remote, id).catch(() => null);
  return release?.record ?? null;
}

/** Keeps the last known values for as long as this server runs. */
export class LastKnownValues {
  readonly #known = new Map<string, { value: unknown; at: number }>();

  /** One round of reads from sources that may be unavailable. */
  look() {
    const known = this.#known;
    const problems = new Set<string>();
    let knownSince: number | null = null;
    return {
      problems,
      /** The time of the oldest value that was given instead, in milliseconds since 1970; null when everything was read now. */
      get knownSince() {
        return knownSince;
      },
      /** Gives the value that was read last when this read fails, or the fallback when there is none. */
      async read<Value>(name: string, load: () => Promise<Value>, fallback: Value) {
        try {
          const value = await withTimeout(load());
          known.set(name, { value, at: Date.now() });
          return value;
        } catch (error) {
          problems.add(messageOf(error));
          const last = known.get(name);
          knownSince = Math.min(knownSince ?? Date.now(), last?.at ?? Date.now());
          // The value has this type, because the same function gave it under the same name.
          return last ? (last.value as Value) : fallback;
        }
      },
    };
  }
}
