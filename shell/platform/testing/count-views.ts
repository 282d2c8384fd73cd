import type { HealthCounter, WatchedRelease } from '../guard/view-counts.ts';

interface Seen {
  views: number;
  /** The first of them. */
  failures?: number;
  reason?: string;
  /** Which network each view comes from; one of its own for each unless given. */
  networkOf?: (view: number) => string | null;
  now?: number;
}

/** Counts page views as browsers tell of them. */
export function countViews(
  counter: HealthCounter,
  release: WatchedRelease,
  { views, failures = 0, reason = 'load', networkOf = (view) => `network-${view}`, now = Date.now() }: Seen,
): void {
  for (let view = 0; view < views; view += 1) {
    const network = networkOf(view);
    if (view >= failures) counter.countView(release, { network }, now);
    else counter.countFailure(release, { id: crypto.randomUUID().slice(0, 8), network, reason }, now);
  }
}
