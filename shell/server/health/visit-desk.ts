import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { maskText } from '../../app/mask-text.ts';
import type { ReportedError, VisitReport } from '../../app/view-report.ts';
import {
  type CountedVisit,
  compactVisits,
  type FailureCount,
  type LiveRemote,
  type LiveSite,
  messageOf,
  parseJson,
  parseReleaseSet,
  type ReleasePlatform,
  type SiteFollower,
  scriptOf,
  VisitCounter,
  type VisitedRelease,
} from '../../platform/index.ts';
import { browserFamily } from './browser-family.ts';
import { readStack } from './read-stack.ts';
import { sealNetwork } from './sealed-network.ts';
import { isMeasuredView, parseViewToken, type View } from './view-token.ts';
import type { VisitMetrics } from './visit-metrics.ts';

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
/** Between two looks whether hours are over, in milliseconds. */
const compactEvery = 10 * 60_000;

interface VisitDeskParts {
  platform: Pick<ReleasePlatform, 'store'>;
  follower: SiteFollower;
  /** What page views are sealed with. */
  key: KeyObject;
  /** The share of page views that is measured, from 0 to 1. */
  measuredShare: number;
  /** What failures of the shell's own scripts are counted for. */
  shellRelease: string;
  metrics: VisitMetrics;
}

/** Who sent a report. */
export interface Sender {
  /** Null for nobody known. */
  address: string | null;
  userAgent: string | undefined;
}

/** Counts how page views go, by release: what was measured, and what nobody caught. Nothing of a visitor is kept. */
export class VisitDesk {
  readonly #counter = new VisitCounter();
  /** What was told of a page view: its vitals, and how many errors. */
  readonly #told = new LRUCache<string, { hasVitals: boolean; errors: number }>({ max: mostTokens });
  readonly #parts: VisitDeskParts;

  constructor(parts: VisitDeskParts) {
    this.#parts = parts;
  }

  /** Counts a page view that hydrated or failed; `again` for one that was counted as hydrated. */
  countView(visit: CountedVisit, { isFailed, again }: { isFailed: boolean; again: boolean }): void {
    const isCounted = again ? this.#counter.takeBackView(visit) : this.#counter.countView(visit, { isFailed });
    if (isCounted) this.#parts.metrics.countView(visit, { isFailed, again });
  }

  /** Counts why a page failed. */
  countFailure(visit: CountedVisit, kind: FailureCount['kind'], { error, userAgent }: Told): void {
    const stack = error ? readStack(error.stack) : [];
    const message = maskText(error?.message ?? '');
    const browser = browserFamily(userAgent);
    const isCounted = this.#counter.countFailure({ ...visit, kind, message, stack, browser });
    if (isCounted && kind === 'uncaught') this.#parts.metrics.countError(visit);
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
    const page = pageOf(site, report.page);
    const remote = site.remotes.find(({ name }) => name === view.remote);
    if (vitals && remote) {
      const visit = { ...identifyVisit(remote), page, set: view.set, network };
      if (this.#counter.countVitals(visit, vitals)) this.#parts.metrics.observe(visit, vitals);
    }
    const thrower = error && this.#findThrower(site, report);
    const kind = report.failed === undefined ? 'uncaught' : 'render';
    if (thrower) this.countFailure({ ...thrower, page, set: view.set, network }, kind, { error, userAgent });
    return Boolean((vitals && remote) || thrower);
  }

  /** Something is to be written. */
  get hasNews(): boolean {
    return this.#counter.hasNews;
  }

  /** Writes what is new. */
  async report(server: string): Promise<void> {
    await this.#counter.report(this.#parts.platform.store.visits, server);
  }

  /** Adds hours and days up, now and then, until it is stopped. */
  start(): { stop: () => void } {
    const said = new Set<string>();
    const say = (sentence: string) => {
      if (!said.has(sentence)) console.error(`[shell] ${sentence}`);
      said.add(sentence);
    };
    const compact = async () => {
      try {
        for (const problem of await compactVisits(this.#parts.platform.store.visits)) say(problem);
      } catch (error) {
        say(`what was counted of visits cannot be added up: ${messageOf(error)}`);
      }
    };
    const timer = setInterval(() => void compact(), compactEvery).unref();
    void compact();
    return { stop: () => clearInterval(timer) };
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
  #findThrower(site: LiveSite, { failed, error }: VisitReport): VisitedRelease | null {
    if (failed !== undefined) {
      const remote = site.remotes.find(({ name }) => name === failed);
      return remote ? identifyVisit(remote) : null;
    }
    const scripts = readStack(error?.stack ?? '').flatMap(({ script }) => scriptOf(script) ?? []);
    const thrower = scripts.find(({ remote }) => remote !== 'shell') ?? scripts[0];
    if (!thrower) return null;
    if (thrower.remote === 'shell') {
      return { remote: 'shell', release: thrower.release || this.#parts.shellRelease, role: 'live' };
    }
    const remote = site.remotes.find(({ name }) => name === thrower.remote);
    const isOfSet = [remote?.live, remote?.previous].some((release) => release?.record.id === thrower.release);
    return remote && isOfSet ? { ...identifyVisit(remote), release: thrower.release } : null;
  }
}

interface Told {
  error?: ReportedError | undefined;
  userAgent: string | undefined;
}

/** The release that a page view of a remote was of. */
export function identifyVisit({ name, live, canary }: LiveRemote): VisitedRelease {
  const { id } = live.record;
  return { remote: name, release: id, role: canary?.id === id ? 'canary' : 'live' };
}

/** The path of a route of the site; `*` for anything else, so that nobody's words get into the figures. */
export function pageOf(site: LiveSite, page: string | undefined): string {
  const isRoute = ({ live }: LiveRemote) => live.record.routes.some(({ path }) => path === page);
  return page !== undefined && site.remotes.some(isRoute) ? page : '*';
}
