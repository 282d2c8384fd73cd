import * as z from 'zod/mini';
import type { ReleaseStore } from '../store/release-store.ts';

const count = z.int().check(z.nonnegative());
const reason = z.string();

const releaseHealthSchema = z.strictObject({
  remote: z.string(),
  id: z.string(),
  /** The `since` of the composition: a release that goes live again starts at zero, as does a canary that grows. */
  since: z.string(),
  views: count,
  /** Why each page view failed that a browser reported, by view and visitor: whoever hears of it, it counts once. */
  failedViews: z.record(z.string(), reason),
  /** Failures without such an id, by their reason. */
  otherFailures: z.record(reason, count),
});

/** What one shell server counted of a release. */
type ServerCount = z.infer<typeof releaseHealthSchema>;

const reportSchema = z.array(releaseHealthSchema);

/** Which release a count belongs to. */
export type WatchedRelease = Pick<ServerCount, 'remote' | 'id' | 'since'>;

/** Page views and failed ones of one release while it was live, or a canary, on all shell servers. */
export interface ReleaseHealth extends WatchedRelease {
  views: number;
  failures: number;
  /** How often each reason was given. */
  reasons: Readonly<Record<string, number>>;
}

/** A page view whose failure a browser reported, and who it was; null for nobody known. */
interface FailedView {
  id: string;
  visitor: string | null;
}

/**
 * More failures of one visitor do not count: an extension that blocks scripts, or somebody who wants a release gone, can
 * fail as often as they like. Of 50 page views two are far from the guard's tenth, and of 20 by each visitor still a tenth.
 */
const mostOfOneVisitor = 2;

/** Long before so many views failed the release is rolled back, or somebody wanted it to stay. */
const mostFailedViews = 1000;

/** What one shell server counts; its report goes to the store now and then, so that all servers and staff see the sum. */
export class HealthCounter {
  readonly #counts = new Map<string, ServerCount>();

  countView(release: WatchedRelease): void {
    this.#of(release).views += 1;
  }

  /** Takes the page view when a browser reports its failure. */
  countFailure(release: WatchedRelease, failure: string, view?: FailedView): void {
    const { failedViews, otherFailures } = this.#of(release);
    const known = Object.keys(failedViews);
    const { visitor = null } = view ?? {};
    if (visitor !== null && known.filter((key) => visitorIn(key) === visitor).length >= mostOfOneVisitor) return;
    if (view && known.length < mostFailedViews) failedViews[keyOfView(view)] = failure;
    else otherFailures[failure] = (otherFailures[failure] ?? 0) + 1;
  }

  /** Forgets what nobody asks for any more. */
  retain(isWatched: (release: WatchedRelease) => boolean): void {
    for (const [key, release] of this.#counts) if (!isWatched(release)) this.#counts.delete(key);
  }

  /** Replaces the server's earlier report. */
  async report(store: ReleaseStore, server: string): Promise<void> {
    await store.writeReport(server, JSON.stringify([...this.#counts.values()]));
  }

  #of({ remote, id, since }: WatchedRelease): ServerCount {
    const key = keyOf({ remote, id, since });
    const known = this.#counts.get(key) ?? { remote, id, since, views: 0, failedViews: {}, otherFailures: {} };
    this.#counts.set(key, known);
    return known;
  }
}

/** The sum of all servers' reports. A damaged report counts nothing. */
export async function readHealth(store: ReleaseStore): Promise<(release: WatchedRelease) => ReleaseHealth> {
  const sums = new Map<string, ServerCount>();
  for (const report of (await store.readReports()).values()) {
    for (const counted of parseReport(report)) {
      const sum = sums.get(keyOf(counted));
      sums.set(keyOf(counted), sum ? add(sum, counted) : counted);
    }
  }
  return (release) => summarise(release, sums.get(keyOf(release)));
}

/** The releases that a report is about; none when it is damaged. */
export function watchedIn(report: string): WatchedRelease[] {
  return parseReport(report);
}

function summarise({ remote, id, since }: WatchedRelease, counted: ServerCount | undefined): ReleaseHealth {
  const reasons = { ...counted?.otherFailures };
  const ofVisitors = new Map<string, number>();
  for (const [key, why] of Object.entries(counted?.failedViews ?? {})) {
    const visitor = visitorIn(key);
    const nth = (ofVisitors.get(visitor) ?? 0) + 1;
    if (visitor !== '') ofVisitors.set(visitor, nth);
    if (nth <= mostOfOneVisitor) reasons[why] = (reasons[why] ?? 0) + 1;
  }
  const failures = Object.values(reasons).reduce((sum, times) => sum + times, 0);
  return { remote, id, since, views: counted?.views ?? 0, failures, reasons };
}

function add(one: ServerCount, other: ServerCount): ServerCount {
  const otherFailures = { ...one.otherFailures };
  for (const [why, times] of Object.entries(other.otherFailures)) {
    otherFailures[why] = (otherFailures[why] ?? 0) + times;
  }
  const failedViews = { ...one.failedViews, ...other.failedViews };
  return { ...one, views: one.views + other.views, failedViews, otherFailures };
}

function parseReport(text: string): ServerCount[] {
  try {
    return z.parse(reportSchema, JSON.parse(text));
  } catch {
    return [];
  }
}

function keyOfView({ id, visitor }: FailedView): string {
  return visitor === null ? id : `${id}@${visitor}`;
}

/** Empty for nobody known. */
function visitorIn(viewKey: string): string {
  return viewKey.split('@')[1] ?? '';
}

function keyOf({ remote, id, since }: WatchedRelease): string {
  return `${remote} ${id} ${since}`;
}
