import * as z from 'zod/mini';
import type { ReleaseStore } from '../log/release-store.ts';

const count = z.int().check(z.nonnegative());
const reasons = z.record(z.string(), count);

/** What one network saw of a release within one period: page views that hydrated, and why others failed, by view. */
const networkViewsSchema = z.strictObject({
  hydrated: count,
  failed: z.record(z.string(), z.string()),
  /** When it saw a view hydrate and fail last, in milliseconds since 1970. Views beyond those that count tell it, too. */
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
  /** The sum of the networks' voices. */
  voices: z.number().check(z.nonnegative()),
  reasons,
});

const releaseViewsSchema = z.strictObject({
  remote: z.string(),
  id: z.string(),
  /** The `since` of the composition: a release that goes live again starts at zero, as does a canary that grows. */
  since: z.string(),
  /** The last ones, oldest first. */
  periods: z.array(periodSchema),
  /** What the periods before them add up to. */
  past: pastSchema,
  /** Of visitors whose network nobody knows: they show, and decide nothing. */
  unknown: z.strictObject({ views: count, failures: reasons }),
  /** Failures that were none of the release's fault, by their reason. */
  ignored: reasons,
});

const reportSchema = z.array(releaseViewsSchema);

export type NetworkViews = z.infer<typeof networkViewsSchema>;
export type Period = z.infer<typeof periodSchema>;
export type PastViews = z.infer<typeof pastSchema>;
/** What one shell server counted of a release. */
export type ReleaseViews = z.infer<typeof releaseViewsSchema>;

/** Which release a count belongs to. */
export type WatchedRelease = Pick<ReleaseViews, 'remote' | 'id' | 'since'>;

/** Networks are told apart for so long, then only their sum is kept, in milliseconds. */
export const periodLength = 10 * 60_000;
/** As many as a release that went live ten minutes ago is judged by. */
const periodsRetained = 2;

export const noViews: PastViews = { views: 0, failures: 0, networks: 0, failedNetworks: 0, voices: 0, reasons: {} };

export function keyOf({ remote, id, since }: WatchedRelease): string {
  return `${remote} ${id} ${since}`;
}

/** What one server reported; nothing when that is damaged, or from a version that counted otherwise. */
export function parseReport(text: string): ReleaseViews[] {
  try {
    return z.parse(reportSchema, JSON.parse(text));
  } catch {
    return [];
  }
}

/** The share of a network's views that failed. Each network has one voice, however many views it sends. */
export function voiceOf({ hydrated, failed }: NetworkViews): number {
  const failures = Object.keys(failed).length;
  return failures === 0 ? 0 : failures / (hydrated + failures);
}

/** Adds networks up, among which nobody can be told apart any more. */
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

/** The period that a moment lies in, made when it has just begun; what is too old goes into the sum. */
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

/** More views of one network within a period say nothing new: its voice is one, whatever it sends. */
const mostViewsOfNetwork = 5;
/** More networks within a period change no verdict, and somebody who makes them up must not fill the store. */
const mostNetworks = 500;
/** What nobody is judged by stops growing here. */
const mostUnjudged = 1000;

/** A page view that a browser told of. Who it was is null for nobody known. */
export interface CountedView {
  /** The same for whoever hears of it: it counts once. */
  id: string;
  network: string | null;
}

/** A view that failed, and why. */
export interface FailedView extends CountedView {
  reason: string;
  /** It had hydrated, and failed later. */
  wasHydrated?: boolean;
}

/** What one shell server counts; its report goes to the store now and then, so that all servers and staff see the sum. */
export class HealthCounter {
  readonly #counts = new Map<string, ReleaseViews>();

  /** Counts a page view that hydrated. False when it says nothing new. */
  countView(release: WatchedRelease, { network }: Pick<CountedView, 'network'>, now = Date.now()): boolean {
    const views = this.#of(release);
    if (network === null) {
      if (views.unknown.views >= mostUnjudged) return false;
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

  /** Counts a page view that failed. False when it says nothing new. */
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

  /** Notes a failure that is none of the release's fault. False when it says nothing new. */
  noteIgnored(release: WatchedRelease, reason: string): boolean {
    return addOne(this.#of(release).ignored, reason);
  }

  /** Forgets what nobody asks for any more. */
  retain(isWatched: (release: WatchedRelease) => boolean): void {
    for (const [key, release] of this.#counts) if (!isWatched(release)) this.#counts.delete(key);
  }

  /** Replaces the server's earlier report. */
  async report(store: ReleaseStore, server: string): Promise<void> {
    await store.writeReport(server, JSON.stringify([...this.#counts.values()]));
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

/** What a network saw in the period of a moment; null where there are too many networks. */
function networkIn(views: ReleaseViews, network: string, now: number): NetworkViews | null {
  const { networks } = currentPeriod(views, now);
  const known = networks[network];
  if (known) return known;
  if (Object.keys(networks).length >= mostNetworks) return null;
  const seen: NetworkViews = { hydrated: 0, failed: {} };
  networks[network] = seen;
  return seen;
}

/** Whether one more view of a network counts. */
function hasRoom({ hydrated, failed }: NetworkViews): boolean {
  return hydrated + Object.keys(failed).length < mostViewsOfNetwork;
}

/** Within a minute nobody needs to know more exactly. */
function isLater(known: number | undefined, now: number): boolean {
  return known === undefined || now - known >= 60_000;
}

function takeBack(views: ReleaseViews, network: string, now: number): void {
  const seen = currentPeriod(views, now).networks[network];
  if (seen && seen.hydrated > 0) seen.hydrated -= 1;
}

function addOne(reasons: Record<string, number>, reason: string): boolean {
  const times = reasons[reason] ?? 0;
  if (times >= mostUnjudged) return false;
  reasons[reason] = times + 1;
  return true;
}
