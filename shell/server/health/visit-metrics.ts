import { LRUCache } from 'lru-cache';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MeasuredVitals, VisitedRelease, VitalName } from '../../platform/index.ts';

const labelNames = ['remote', 'release', 'role'] as const;

/** Releases with series of their own: those that were visited last. Whatever comes and goes, there are no more. */
const mostReleases = 60;

/** What this server was told of visits since it started, for Prometheus, by release. */
export class VisitMetrics {
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
    max: mostReleases,
    dispose: (release) => this.#forget(release),
  });

  /** @param readRevision of the composition in effect here. */
  constructor(readRevision: () => number) {
    collectDefaultMetrics({ register: this.#registry });
    const help = 'Revision of the composition that this server serves.';
    new Gauge({
      name: 'site_composition_revision',
      help,
      registers: [this.#registry],
      collect() {
        this.set(readRevision());
      },
    });
  }

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
    for (const name of ['lcp', 'inp', 'cls'] as const) {
      const value = vitals[name];
      if (value !== undefined) this.#vitals[name].observe(labels, value);
    }
  }

  countRefusal(kind: string): void {
    this.#refusals.inc({ kind });
  }

  read(): Promise<string> {
    return this.#registry.metrics();
  }

  #labelsOf({ remote, release, role }: VisitedRelease): VisitedRelease {
    const labels = { remote, release, role };
    this.#releases.set(`${remote} ${release} ${role}`, labels, { noDisposeOnSet: true });
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
