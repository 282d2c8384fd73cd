import type { IncomingMessage, ServerResponse } from 'node:http';
import { shellName } from 'kit/contracts/shell-name';
import { LRUCache } from 'lru-cache';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const labelNames = ['remote', 'release', 'shell'] as const;

/** The releases that a page view belongs to. */
export interface VisitedRelease {
  /** The remote of the page; `shell` for an error of the shell's own scripts. */
  remote: string;
  release: string;
  shell: string;
}

const vitalNames = ['lcp', 'inp', 'cls'] as const;
export type VitalName = (typeof vitalNames)[number];

/** LCP and INP in seconds, CLS without a unit. A value that the browser cannot measure is missing. */
export type MeasuredVitals = Readonly<Partial<Record<VitalName, number | undefined>>>;

/** This server's counts of one release since the server started. */
export interface ReleaseFigures {
  remote: string;
  release: string;
  views: number;
  failures: number;
  /** The 75th percentile of measured views, see {@link MeasuredVitals}; null without measurements. */
  p75: Readonly<Record<VitalName, number | null>>;
}

/** This server's counts of a remote within one minute. */
export interface MinuteCounts {
  views: number;
  failures: number;
}

const minute = 60_000;
/** How many of the last minutes are counted one by one. */
const minutesKept = 30;

/** Only the most recently visited releases have metrics, which bounds the number of series. */
const maxReleases = 60;

interface SiteMetricsParts {
  /** The revision of the composition that this server serves. */
  readRevision: () => number;
  isApiReady: () => Promise<boolean>;
}

/** Counts page views by release, for Prometheus and the control room. The metrics contain no visitor data. */
export class SiteMetrics {
  /** Start of the counting, in milliseconds since 1970. */
  readonly since = Date.now();
  readonly #registry = new Registry();
  readonly #views = this.#counter('site_page_views_total', 'Page views that hydrated or failed.');
  readonly #failures = this.#counter(
    'site_page_failures_total',
    'Page views that failed: the page did not come, or threw.',
  );
  readonly #errors = this.#counter('site_uncaught_errors_total', 'Errors that nobody caught, on pages that stood.');
  readonly #refusals = new Counter({
    name: 'site_staff_refusals_total',
    help: 'What the staff page refused: wrong tokens, forms of no open session, what a role may not do, what was not possible.',
    labelNames: ['kind'],
    registers: [this.#registry],
  });
  readonly #requests = new Histogram({
    name: 'site_request_duration_seconds',
    help: 'Duration of requests to the shell server, by area of the site and status.',
    labelNames: ['area', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 3],
    registers: [this.#registry],
  });
  readonly #vitals = {
    lcp: this.#histogram('site_lcp_seconds', 'Largest Contentful Paint.', [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10]),
    inp: this.#histogram('site_inp_seconds', 'Interaction to Next Paint.', [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2]),
    cls: this.#histogram('site_cls', 'Cumulative Layout Shift.', [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1]),
  } satisfies Record<VitalName, unknown>;
  readonly #releases = new LRUCache<string, VisitedRelease>({
    max: maxReleases,
    dispose: (release) => this.#removeSeries(release),
  });

  /** The last minutes of each remote, by their number since 1970. */
  readonly #recent = new LRUCache<string, Map<number, MinuteCounts>>({ max: maxReleases });

  constructor({ readRevision, isApiReady }: SiteMetricsParts) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: 'site_composition_revision',
      help: 'Revision of the composition that this server serves.',
      registers,
      collect() {
        this.set(readRevision());
      },
    });
    new Gauge({
      name: 'site_api_ready',
      help: 'Whether the API can do its work, as this server sees it: 1 or 0.',
      registers,
      async collect() {
        this.set((await isApiReady()) ? 1 : 0);
      },
    });
  }

  /** Counts a page view. `again`: it was counted as hydrated before it failed. */
  countView(visit: VisitedRelease, { isFailed, again }: { isFailed: boolean; again: boolean }, now = Date.now()): void {
    const labels = this.#labelsOf(visit);
    for (const { remote } of partsOf(visit)) {
      const counts = this.#countsOf(remote, Math.floor(now / minute));
      if (!again) counts.views += 1;
      if (isFailed) counts.failures += 1;
    }
    if (!again) this.#views.inc(labels);
    this.#failures.inc(labels, isFailed ? 1 : 0);
  }

  countError(visit: VisitedRelease): void {
    this.#errors.inc(this.#labelsOf(visit));
  }

  observe(visit: VisitedRelease, vitals: MeasuredVitals): void {
    const labels = this.#labelsOf(visit);
    for (const name of vitalNames) {
      const value = vitals[name];
      if (value !== undefined) this.#vitals[name].observe(labels, value);
    }
  }

  countRefusal(kind: string): void {
    this.#refusals.inc({ kind });
  }

  /** Observes a request from now until its answer ended or its connection closed. */
  observeRequest(request: IncomingMessage, response: ServerResponse): void {
    const end = this.#requests.startTimer({ area: areaOf(request.url) });
    response.once('close', () => end({ status: response.statusCode }));
  }

  read(): Promise<string> {
    return this.#registry.metrics();
  }

  /** The counts by release of a remote, over all shells around it, and by release of the shell. */
  async readFigures(): Promise<ReleaseFigures[]> {
    const [views, failures, ...vitals] = await Promise.all([
      readByRelease(this.#views),
      readByRelease(this.#failures),
      ...vitalNames.map((name) => readByRelease(this.#vitals[name])),
    ]);
    const releases = new Map([...this.#releases.values()].flatMap(partsOf).map((part) => [keyOf(part), part]));
    return [...releases].map(([key, { remote, release }]) => {
      const [lcp = null, inp = null, cls = null] = vitals.map((byRelease) => percentile75(byRelease.get(key) ?? []));
      const p75 = { lcp, inp, cls };
      return { remote, release, views: total(views.get(key)), failures: total(failures.get(key)), p75 };
    });
  }

  /** The counts of a remote, or of the shell, for each of the last whole minutes of this server, oldest first. */
  readRecent(remote: string, now = Date.now()): MinuteCounts[] {
    const end = Math.floor(now / minute);
    const start = Math.max(Math.ceil(this.since / minute), end - minutesKept);
    const minutes = this.#recent.get(remote);
    return Array.from({ length: Math.max(0, end - start) }, (_, index) => {
      return minutes?.get(start + index) ?? { views: 0, failures: 0 };
    });
  }

  #countsOf(remote: string, now: number): MinuteCounts {
    const minutes = this.#recent.get(remote) ?? new Map<number, MinuteCounts>();
    const counts = minutes.get(now) ?? { views: 0, failures: 0 };
    for (const old of minutes.keys()) if (old < now - minutesKept) minutes.delete(old);
    this.#recent.set(remote, minutes.set(now, counts));
    return counts;
  }

  #labelsOf({ remote, release, shell }: VisitedRelease): VisitedRelease {
    const labels = { remote, release, shell };
    this.#releases.set(`${remote} ${release} ${shell}`, labels, { noDisposeOnSet: true });
    return labels;
  }

  #removeSeries(labels: VisitedRelease): void {
    const all = [this.#views, this.#failures, this.#errors, ...Object.values(this.#vitals)];
    for (const metric of all) metric.remove({ ...labels });
  }

  #counter(name: string, help: string) {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram(name: string, help: string, buckets: number[]) {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
  }
}

const areas = new Map([
  ['api', 'api'],
  ['_ops', 'staff'],
  ['_platform', 'platform'],
  ['_health', 'report'],
  ['healthz', 'health'],
  ...['remotes', 'composition', shellName].map((folder) => [folder, 'file'] as const),
]);

/** The area of a path. A label never holds the path, so that the number of series is bounded. */
function areaOf(url = ''): string {
  return areas.get(/^\/([^/?]*)/.exec(url)?.[1] ?? '') ?? 'page';
}

interface Sample {
  value: number;
  /** The upper bound of a histogram's bucket; NaN for other samples. */
  bound: number;
}

type Part = Pick<VisitedRelease, 'remote' | 'release'>;

const keyOf = ({ remote, release }: Part) => `${remote} ${release}`;

/**
 * Every page view counts for its remote and the shell around it. An error of the shell's own scripts only counts for the shell.
 */
function partsOf({ remote, release, shell }: VisitedRelease): Part[] {
  return remote === shellName
    ? [{ remote, release }]
    : [
        { remote, release },
        { remote: shellName, release: shell },
      ];
}

async function readByRelease(
  metric: Counter<(typeof labelNames)[number]> | Histogram<(typeof labelNames)[number]>,
): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>();
  for (const { labels, value } of (await metric.get()).values) {
    // The cast is safe: every sample has these labels, and those of histograms have `le`; the library's types do not say so.
    const { le, ...visited } = labels as VisitedRelease & { le?: number | string };
    const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
    for (const part of partsOf(visited)) {
      samples.set(keyOf(part), [...(samples.get(keyOf(part)) ?? []), { value, bound }]);
    }
  }
  return samples;
}

const total = (samples: readonly Sample[] = []) => samples.reduce((sum, { value }) => sum + value, 0);

/**
 * Like Prometheus's `histogram_quantile(0.75, ...)`: interpolates within a bucket, and takes the lower bound of the last one.
 */
function percentile75(samples: readonly Sample[]): number | null {
  const buckets = new Map<number, number>();
  for (const { bound, value } of samples) {
    if (!Number.isNaN(bound)) buckets.set(bound, (buckets.get(bound) ?? 0) + value);
  }
  const rank = 0.75 * (buckets.get(Number.POSITIVE_INFINITY) ?? 0);
  if (rank === 0) return null;
  let [from, below] = [0, 0];
  for (const [bound, count] of [...buckets].sort(([one], [other]) => one - other)) {
    if (bound === Number.POSITIVE_INFINITY) break;
    if (count >= rank) return from + ((bound - from) * (rank - below)) / (count - below);
    [from, below] = [bound, count];
  }
  return from;
}
