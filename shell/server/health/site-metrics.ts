import { shellName } from 'kit/contracts/shell-name';
import { LRUCache } from 'lru-cache';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const labelNames = ['remote', 'release', 'shell'] as const;

/** Which releases a page view was of. */
export interface VisitedRelease {
  /** The remote whose page it was; `shell` for an error of the shell's own scripts. */
  remote: string;
  /** Id of its release. */
  release: string;
  /** Id of the shell's release around it. */
  shell: string;
}

const vitalNames = ['lcp', 'inp', 'cls'] as const;
export type VitalName = (typeof vitalNames)[number];

/** LCP and INP in seconds, CLS without a unit. What a browser cannot measure is left out. */
export type MeasuredVitals = Readonly<Partial<Record<VitalName, number | undefined>>>;

/** What this server counted of one release since it started. */
export interface ReleaseFigures {
  remote: string;
  release: string;
  views: number;
  /** Those of them that failed. */
  failures: number;
  /** The value that three of four measured views are not above, see {@link MeasuredVitals}; null where none was measured. */
  p75: Readonly<Record<VitalName, number | null>>;
}

/** Releases with series of their own: those that were visited last. There are never more, whatever comes and goes. */
const maxReleases = 60;

interface SiteMetricsParts {
  /** The revision of the composition that this server serves. */
  readRevision: () => number;
  isApiReady: () => Promise<boolean>;
}

/** What this server counts since it started, for Prometheus and for the control room. Nothing of a visitor is in it. */
export class SiteMetrics {
  /** When it began to count, in milliseconds since 1970. */
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
  readonly #vitals = {
    lcp: this.#histogram('site_lcp_seconds', 'Largest Contentful Paint.', [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10]),
    inp: this.#histogram('site_inp_seconds', 'Interaction to Next Paint.', [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2]),
    cls: this.#histogram('site_cls', 'Cumulative Layout Shift.', [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1]),
  } satisfies Record<VitalName, unknown>;
  readonly #releases = new LRUCache<string, VisitedRelease>({
    max: maxReleases,
    dispose: (release) => this.#forget(release),
  });

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

  /** Counts a page view; `again` when it was counted as hydrated and failed later. */
  countView(visit: VisitedRelease, { isFailed, again }: { isFailed: boolean; again: boolean }): void {
    const labels = this.#labelsOf(visit);
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

  /** In the text format of Prometheus. */
  read(): Promise<string> {
    return this.#registry.metrics();
  }

  /** What was counted of each release of a remote, whichever shell was around it, and of each release of the shell. */
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

  #labelsOf({ remote, release, shell }: VisitedRelease): VisitedRelease {
    const labels = { remote, release, shell };
    this.#releases.set(`${remote} ${release} ${shell}`, labels, { noDisposeOnSet: true });
    return labels;
  }

  #forget(labels: VisitedRelease): void {
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

interface Sample {
  value: number;
  /** The upper bound of a bucket; NaN for what is none. */
  bound: number;
}

type Part = Pick<VisitedRelease, 'remote' | 'release'>;

const keyOf = ({ remote, release }: Part) => `${remote} ${release}`;

/** Every page view is one of a remote and one of the shell around it. An error of the shell's own is its alone. */
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
    // All labels are set with every count, `le` by histograms alone; the library's types do not say so.
    const { le, ...visited } = labels as VisitedRelease & { le?: number | string };
    const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
    for (const part of partsOf(visited)) {
      samples.set(keyOf(part), [...(samples.get(keyOf(part)) ?? []), { value, bound }]);
    }
  }
  return samples;
}

const total = (samples: readonly Sample[] = []) => samples.reduce((sum, { value }) => sum + value, 0);

/** As `histogram_quantile(0.75, ...)` of Prometheus: a value lies anywhere in its bucket, the last bucket tells its lower bound. */
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
