import * as z from 'zod/mini';

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
export function currentPeriod(views: ReleaseViews, now: number): Period {
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
