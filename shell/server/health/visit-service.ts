import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { maskText } from '../../app/mask-text.ts';
import type { ReportedError, VisitReport } from '../../app/view-report.ts';
import {
  type FailureCount,
  FailureCounter,
  type LiveRemote,
  type LiveSite,
  parseJson,
  parseReleaseSet,
  type ReleasePlatform,
  type SiteFollower,
  scriptOf,
} from '../../platform/index.ts';
import { browserFamily } from './browser-family.ts';
import { NetworkLimits } from './network-limits.ts';
import { readStack } from './read-stack.ts';
import { sealNetwork } from './sealed-network.ts';
import type { SiteMetrics, VisitedRelease } from './site-metrics.ts';
import { isMeasuredView, parseViewToken, type View } from './view-token.ts';

const text = z.string().check(z.maxLength(4000));

const inSeconds = z.optional(z.number().check(z.minimum(0), z.maximum(600)));
const visitReportSchema: z.ZodMiniType<VisitReport> = z.strictObject({
  token: z.string(),
  page: text,
  vitals: z.optional(z.strictObject({ lcp: inSeconds, inp: inSeconds, cls: inSeconds })),
  error: z.optional(z.strictObject({ message: text, stack: text })),
  failed: z.optional(text),
});

/** More page views than this within the life of a token would let an old one be told of again. */
const mostTokens = 200_000;
/** Of one page view. */
const mostErrors = 5;

interface VisitServiceParts {
  platform: Pick<ReleasePlatform, 'store'>;
  follower: SiteFollower;
  /** What page views are sealed with. */
  key: KeyObject;
  /** The share of page views that is measured, from 0 to 1. */
  measuredShare: number;
  /** The shell of the server program, around the pages of a set that names no other. */
  shellRelease: string;
  metrics: SiteMetrics;
}

/** Who sent a report. */
export interface Sender {
  /** Null for nobody known. */
  address: string | null;
  userAgent: string | undefined;
}

/** A page view of a release. */
export interface CountedVisit extends VisitedRelease {
  /** Path of the route; `*` for anything else, so that nobody's words get into the figures. */
  page: string;
  /** Name of the release set. */
  set: string;
  /** The visitor's, as a keyed hash; null for nobody known. */
  network: string | null;
}

/** Counts how page views go, by release: what was measured, and what failed. Nothing of a visitor is kept. */
export class VisitService {
  readonly #failures = new FailureCounter();
  readonly #limits = new NetworkLimits();
  /** What was told of a page view: its vitals, and how many errors. */
  readonly #told = new LRUCache<string, { hasVitals: boolean; errors: number }>({ max: mostTokens });
  readonly #parts: VisitServiceParts;

  constructor(parts: VisitServiceParts) {
    this.#parts = parts;
  }

  /** The page view of a remote, as it is counted. */
  visitOf(
    { site, remote }: { site: LiveSite; remote: LiveRemote },
    { page, set, network }: { page: string | undefined; set: string; network: string | null },
  ): CountedVisit {
    const release = remote.live.record.id;
    return { remote: remote.name, release, shell: this.#shellOf(site), page: pageOf(site, page), set, network };
  }

  /** Counts a page view that hydrated or failed; `again` for one that was counted as hydrated. */
  countView(visit: CountedVisit, how: { isFailed: boolean; again: boolean }): void {
    if (this.#limits.take(visit, 'views')) this.#parts.metrics.countView(visit, how);
  }

  /** Counts why a page failed. */
  countFailure(visit: CountedVisit, kind: FailureCount['kind'], { error, userAgent }: Told): void {
    if (!this.#limits.take(visit, 'failures')) return;
    const stack = error ? readStack(error.stack) : [];
    const message = maskText(error?.message ?? '');
    this.#failures.count({ ...visit, kind, message, stack, browser: browserFamily(userAgent) });
    if (kind === 'uncaught') this.#parts.metrics.countError(visit);
  }

  /** Takes a {@link VisitReport}. False when it is forged, worn out, or about nothing that was asked for. */
  async takeReport(body: string, { address, userAgent }: Sender): Promise<boolean> {
    const report = parseJson(visitReportSchema, body);
    const view = report && parseViewToken(this.#parts.key, report.token);
    if (!report || !view || !this.#saysMore(view, report)) return false;
    const set = parseReleaseSet(view.set);
    const site = set && (await this.#parts.follower.siteOf(set).catch(() => null));
    // Again: another report with the same token may have come meanwhile.
    if (!site || !this.#saysMore(view, report)) return false;
    const told = this.#told.get(view.nonce) ?? { hasVitals: false, errors: 0 };
    const { vitals, error } = report;
    this.#told.set(view.nonce, {
      hasVitals: told.hasVitals || vitals !== undefined,
      errors: told.errors + (error ? 1 : 0),
    });
    const network = sealNetwork(this.#parts.key, address);
    const where = { page: report.page, set: view.set, network };
    const remote = site.remotes.find(({ name }) => name === view.remote);
    if (vitals && remote) {
      const visit = this.visitOf({ site, remote }, where);
      if (this.#limits.take(visit, 'vitals')) this.#parts.metrics.observe(visit, vitals);
    }
    const thrower = error && this.#findThrower(site, report);
    const kind = report.failed === undefined ? 'uncaught' : 'render';
    if (thrower) {
      const visit = { ...where, ...thrower, shell: this.#shellOf(site), page: pageOf(site, report.page) };
      this.countFailure(visit, kind, { error, userAgent });
    }
    return Boolean((vitals && remote) || thrower);
  }

  /** Something is to be written. */
  get hasNews(): boolean {
    return this.#failures.isChanged;
  }

  /** Writes what is new. */
  async report(server: string): Promise<void> {
    await this.#failures.report(this.#parts.platform.store.failures, server);
  }

  #shellOf({ shell }: LiveSite): string {
    return shell?.live.record.id ?? this.#parts.shellRelease;
  }

  #saysMore({ nonce }: View, { vitals, error }: VisitReport): boolean {
    const told = this.#told.get(nonce);
    if (vitals && (told?.hasVitals || !isMeasuredView(nonce, this.#parts.measuredShare))) return false;
    return !error || (told?.errors ?? 0) < mostErrors;
  }

  /**
   * The release whose page failed, or whose script threw: the first of a remote in the stack, else the shell. Null for what is
   * none of ours.
   */
  #findThrower(site: LiveSite, { failed, error }: VisitReport): Pick<VisitedRelease, 'remote' | 'release'> | null {
    const remoteOf = (name: string | undefined) => site.remotes.find((one) => one.name === name);
    if (failed !== undefined) {
      const remote = remoteOf(failed);
      return remote ? { remote: remote.name, release: remote.live.record.id } : null;
    }
    const scripts = readStack(error?.stack ?? '').flatMap(({ script }) => scriptOf(script) ?? []);
    const thrower = scripts.find(({ remote }) => remote !== 'shell') ?? scripts[0];
    if (!thrower) return null;
    const { remote: name, release } = thrower;
    if (name === 'shell') return { remote: name, release: release || this.#parts.shellRelease };
    const remote = remoteOf(name);
    const isOfSet = [remote?.live, remote?.previous].some((one) => one?.record.id === release);
    return isOfSet ? { remote: name, release } : null;
  }
}

interface Told {
  error?: ReportedError | undefined;
  userAgent: string | undefined;
}

function pageOf(site: LiveSite, page: string | undefined): string {
  const isRoute = ({ live }: LiveRemote) => live.record.routes.some(({ path }) => path === page);
  return page !== undefined && site.remotes.some(isRoute) ? page : '*';
}
