import { parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import type { ReleaseStore } from '../log/release-store.ts';

const count = z.int().check(z.nonnegative());
const reasons = z.record(z.string(), count);

/** The views of one network of a release within one period: the hydrated ones, and the reason of each failed one. */
const networkViewsSchema = z.strictObject({
  hydrated: count,
  failed: z.record(z.string(), z.string()),
  /** Times of the last hydrated and failed view, in milliseconds since 1970. Views above the limit update them too. */
  hydratedAt: z.optional(z.int()),
  failedAt: z.optional(z.int()),
});

const periodSchema = z.strictObject({
  /** Milliseconds since 1970. */
  start: z.int(),
  networks: z.record(z.string(), networkViewsSchema),
});

const pastSchema = z.strictObject({
  views: count,
  failures: count,
  networks: count,
  failedNetworks: count,
  /** The sum of the networks' shares. */
  voices: z.number().check(z.nonnegative()),
  reasons,
});

const releaseViewsSchema = z.strictObject({
  remote: z.string(),
  id: z.string(),
  /** The `since` of the composition. A release that is live again and a canary that grows start at zero. */
  since: z.string(),
  /** The last periods, oldest first. */
  periods: z.array(periodSchema),
  /** The sum of the earlier periods. */
  past: pastSchema,
  /** Counts of visitors with an unknown network. They are displayed and decide nothing. */
  unknown: z.strictObject({ views: count, failures: reasons }),
  /** Failures that the release did not cause, by reason. */
  ignored: reasons,
});

const reportSchema = z.array(releaseViewsSchema);

export type NetworkViews = z.infer<typeof networkViewsSchema>;
export type Period = z.infer<typeof periodSchema>;
export type PastViews = z.infer<typeof pastSchema>;
/** The counts of one shell server for a release. */
export type ReleaseViews = z.infer<typeof releaseViewsSchema>;

/** The release that a count belongs to. */
export type WatchedRelease = Pick<ReleaseViews, 'remote' | 'id' | 'since'>;

/** How long networks are counted separately, in milliseconds. After that only their sum is kept. */
export const periodLength = 10 * 60_000;
/** Enough periods for the ten minutes in which a new release is evaluated. */
const periodsRetained = 2;

export const noViews: PastViews = { views: 0, failures: 0, networks: 0, failedNetworks: 0, voices: 0, reasons: {} };

export function keyOf({ remote, id, since }: WatchedRelease): string {
  return `${remote} ${id} ${since}`;
}

/** Parses the report of one server. A damaged report, or one of an incompatible version, is empty. */
export function parseReport(text: string): ReleaseViews[] {
  return parseJson(reportSchema, text) ?? [];
}

/** Returns the share of a network's failed views. Each network has the same weight, however many views it sends. */
export function voiceOf({ hydrated, failed }: NetworkViews): number {
  const failures = Object.keys(failed).length;
  return failures === 0 ? 0 : failures / (hydrated + failures);
}

/** Adds networks up into a sum that identifies none of them. */
export function sumUp(networks: Readonly<Record<string, NetworkViews>>, before: PastViews = noViews): PastViews {
  const sum = { ...before, reasons: { ...before.reasons } };
  for (const seen of Object.values(networks)) {
    const failures = Object.values(seen.failed);
    sum.views += seen.hydrated + failures.length;
    sum.failures += failures.length;
    sum.networks += 1;
    sum.failedNetworks += failures.length > 0 ? 1 : 0;
    sum.voices += voiceOf(seen);
    for (const reason of failures) sum.reasons[reason] = (sum.reasons[reason] ?? 0) + 1;
  }
  return sum;
}

/** Returns the period of a moment. Creates it if needed, and moves old periods into the sum. */
function currentPeriod(views: ReleaseViews, now: number): Period {
  const start = now - (now % periodLength);
  const known = views.periods.find((period) => period.start === start);
  if (known) return known;
  const period: Period = { start, networks: {} };
  views.periods.push(period);
  for (const old of views.periods.splice(0, views.periods.length - periodsRetained)) {
    views.past = sumUp(old.networks, views.past);
  }
  return period;
}

/** Maximum number of counted views of one network within a period. More would not change its share much. */
const maxViewsOfNetwork = 5;
/** Maximum number of networks within a period. More change no verdict, and invented ones must not fill the store. */
const maxNetworks = 500;
/** The upper limit of counts that decide nothing. */
const maxUnevaluated = 1000;

/** A failed page view that a browser reported. */
export interface FailedView {
  /** An id of the view. Repeated reports of it count once. */
  id: string;
  /** Null when it is unknown. */
  network: string | null;
  reason: string;
  /** True when it failed after hydration. */
  wasHydrated?: boolean;
}

/** Counts the views of one shell server. It writes a report to the store periodically, so that all servers and staff see the sum. */
export class HealthCounter {
  readonly #counts = new Map<string, ReleaseViews>();

  /** Counts a page view that hydrated. Returns false when it changes nothing. */
  countView(release: WatchedRelease, { network }: Pick<FailedView, 'network'>, now = Date.now()): boolean {
    const views = this.#of(release);
    if (network === null) {
      if (views.unknown.views >= maxUnevaluated) return false;
      views.unknown.views += 1;
      return true;
    }
    const seen = networkIn(views, network, now);
    if (!seen) return false;
    const isNews = isLater(seen.hydratedAt, now);
    if (isNews) seen.hydratedAt = now;
    if (!hasRoom(seen)) return isNews;
    seen.hydrated += 1;
    return true;
  }

  /** Counts a page view that failed. Returns false when it changes nothing. */
  countFailure(
    release: WatchedRelease,
    { id, network, reason, wasHydrated = false }: FailedView,
    now = Date.now(),
  ): boolean {
    const views = this.#of(release);
    if (network === null) {
      if (!addOne(views.unknown.failures, reason)) return false;
      if (!wasHydrated) views.unknown.views += 1;
      return true;
    }
    if (wasHydrated) takeBack(views, network, now);
    const seen = networkIn(views, network, now);
    if (!seen || Object.hasOwn(seen.failed, id)) return false;
    const isNews = isLater(seen.failedAt, now);
    if (isNews) seen.failedAt = now;
    if (!hasRoom(seen)) return isNews;
    seen.failed[id] = reason;
    return true;
  }

  /** Counts a failure that the release did not cause. Returns false when it changes nothing. */
  noteIgnored(release: WatchedRelease, reason: string): boolean {
    return addOne(this.#of(release).ignored, reason);
  }

  /** Deletes counts that are no longer needed. */
  retain(isWatched: (release: WatchedRelease) => boolean): void {
    for (const [key, release] of this.#counts) if (!isWatched(release)) this.#counts.delete(key);
  }

  /** Replaces the server's earlier report. */
  async report(store: ReleaseStore, server: string): Promise<void> {
    await store.reports.replace(server, JSON.stringify([...this.#counts.values()]));
  }

  #of({ remote, id, since }: WatchedRelease): ReleaseViews {
    const key = keyOf({ remote, id, since });
    const known = this.#counts.get(key) ?? {
      remote,
      id,
      since,
      periods: [],
      past: noViews,
      unknown: { views: 0, failures: {} },
      ignored: {},
    };
    this.#counts.set(key, known);
    return known;
  }
}

/** Returns the counts of a network in the period of a moment; null when there are too many networks. */
function networkIn(views: ReleaseViews, network: string, now: number): NetworkViews | null {
  const { networks } = currentPeriod(views, now);
  const known = networks[network];
  if (known) return known;
  if (Object.keys(networks).length >= maxNetworks) return null;
  const seen: NetworkViews = { hydrated: 0, failed: {} };
  networks[network] = seen;
  return seen;
}

function hasRoom({ hydrated, failed }: NetworkViews): boolean {
  return hydrated + Object.keys(failed).length < maxViewsOfNetwork;
}

/** Times are rounded to a minute, which is precise enough. */
function isLater(known: number | undefined, now: number): boolean {
  return known === undefined || now - known >= 60_000;
}

function takeBack(views: ReleaseViews, network: string, now: number): void {
  const seen = currentPeriod(views, now).networks[network];
  if (seen && seen.hydrated > 0) seen.hydrated -= 1;
}

function addOne(reasons: Record<string, number>, reason: string): boolean {
  const times = reasons[reason] ?? 0;
  if (times >= maxUnevaluated) return false;
  reasons[reason] = times + 1;
  return true;
}
