import type { ReleaseStore } from '../store/release-store.ts';
import {
  currentPeriod,
  keyOf,
  type NetworkViews,
  noViews,
  type ReleaseViews,
  type WatchedRelease,
} from './view-counts.ts';

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
