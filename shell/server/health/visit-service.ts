import type { KeyObject } from 'node:crypto';
import { parseJson } from 'kit/server/text';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { maskText } from '../../app/mask-text.ts';
import type { ReportedError, VisitReport } from '../../app/view-report.ts';
import { FailureCounts, Failures, Live, type ReleasePlatform, type SiteFollower } from '../../platform/index.ts';
import type { SiteMetrics, VisitedRelease } from './site-metrics.ts';
import { hashNetwork, isMeasuredView, parseViewToken, type View } from './view-token.ts';

const text = z.string().check(z.maxLength(4000));

const inSeconds = z.optional(z.number().check(z.minimum(0), z.maximum(600)));
const visitReportSchema: z.ZodMiniType<VisitReport> = z.strictObject({
  token: z.string(),
  page: text,
  vitals: z.optional(z.strictObject({ lcp: inSeconds, inp: inSeconds, cls: inSeconds })),
  error: z.optional(z.strictObject({ message: text, stack: text })),
  failed: z.optional(text),
});

/** Bounds the memory. With more page views within a token's lifetime, an old token could count again. */
const maxTokens = 200_000;
/** Errors that one page view may report. */
const maxErrors = 5;

interface VisitServiceParts {
  platform: Pick<ReleasePlatform, 'store'>;
  follower: SiteFollower;
  key: KeyObject;
  /** The share of page views that browsers measure, from 0 to 1. */
  measuredShare: number;
  /** The built-in shell, for release sets that name no other. */
  shellRelease: string;
  metrics: SiteMetrics;
}

export interface Sender {
  /** Null if unknown. */
  address: string | null;
  userAgent: string | undefined;
}

export interface CountedVisit extends VisitedRelease {
  /** The route's path; `*` for any other text, so that no browser can add labels to the metrics. */
  page: string;
  set: string;
  /** A keyed hash of the visitor's network; null if the address is unknown. */
  network: string | null;
}

/** Counts measurements and failures of page views by release. It stores no visitor data. */
export class VisitService {
  readonly #failures = new FailureCounts.FailureCounter();
  readonly #limits = new NetworkLimits();
  /** By page view: whether its vitals were reported, and how many errors. */
  readonly #reported = new LRUCache<string, { hasVitals: boolean; errors: number }>({ max: maxTokens });
  readonly #parts: VisitServiceParts;

  constructor(parts: VisitServiceParts) {
    this.#parts = parts;
  }

  visitOf(
    { site, remote }: { site: Live.LiveSite; remote: Live.LiveRemote },
    { page, set, network }: { page: string | undefined; set: string; network: string | null },
  ): CountedVisit {
    const release = remote.live.record.id;
    return { remote: remote.name, release, shell: this.#shellOf(site), page: pageOf(site, page), set, network };
  }

  /** Counts a page view that hydrated or failed. `again`: it was counted as hydrated before. */
  countView(visit: CountedVisit, how: { isFailed: boolean; again: boolean }): void {
    if (this.#limits.take(visit, 'views')) this.#parts.metrics.countView(visit, how);
  }

  countFailure(
    visit: CountedVisit,
    kind: FailureCounts.FailureCount['kind'],
    { error, userAgent }: { error?: ReportedError | undefined; userAgent: string | undefined },
  ): void {
    if (!this.#limits.take(visit, 'failures')) return;
    const stack = error ? readStack(error.stack) : [];
    const message = maskText(error?.message ?? '');
    this.#failures.count({ ...visit, kind, message, stack, browser: browserFamily(userAgent) });
    if (kind === 'uncaught') this.#parts.metrics.countError(visit);
  }

  /**
   * Counts a {@link VisitReport}.
   * @returns false for a report that is forged, expired, already counted or was not requested.
   */
  async receiveReport(body: string, { address, userAgent }: Sender): Promise<boolean> {
    const report = parseJson(visitReportSchema, body);
    const view = report && parseViewToken(this.#parts.key, report.token);
    if (!report || !view || !this.#isNew(view, report)) return false;
    const set = Live.parseReleaseSet(view.set);
    const site = set && (await this.#parts.follower.siteOf(set).catch(() => null));
    // Checked again, because another report with the same token may have arrived in the meantime.
    if (!site || !this.#isNew(view, report)) return false;
    const reported = this.#reported.get(view.nonce) ?? { hasVitals: false, errors: 0 };
    const { vitals, error } = report;
    this.#reported.set(view.nonce, {
      hasVitals: reported.hasVitals || vitals !== undefined,
      errors: reported.errors + (error ? 1 : 0),
    });
    const network = hashNetwork(this.#parts.key, address);
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

  get hasChanges(): boolean {
    return this.#failures.isChanged;
  }

  /** Writes the counts since the last call. */
  async report(server: string): Promise<void> {
    await this.#failures.report(this.#parts.platform.store.failures, server);
  }

  #shellOf({ shell }: Live.LiveSite): string {
    return shell?.live.record.id ?? this.#parts.shellRelease;
  }

  #isNew({ nonce }: View, { vitals, error }: VisitReport): boolean {
    const reported = this.#reported.get(nonce);
    if (vitals && (reported?.hasVitals || !isMeasuredView(nonce, this.#parts.measuredShare))) return false;
    return !error || (reported?.errors ?? 0) < maxErrors;
  }

  /**
   * Finds the release whose page failed or whose script threw: the first remote in the stack, or the shell. Null for
   * foreign scripts.
   */
  #findThrower(site: Live.LiveSite, { failed, error }: VisitReport): Pick<VisitedRelease, 'remote' | 'release'> | null {
    const remoteOf = (name: string | undefined) => site.remotes.find((one) => one.name === name);
    if (failed !== undefined) {
      const remote = remoteOf(failed);
      return remote ? { remote: remote.name, release: remote.live.record.id } : null;
    }
    const scripts = readStack(error?.stack ?? '').flatMap(({ script }) => Failures.scriptOf(script) ?? []);
    const thrower = scripts.find(({ remote }) => remote !== 'shell') ?? scripts[0];
    if (!thrower) return null;
    const { remote: name, release } = thrower;
    if (name === 'shell') return { remote: name, release: release || this.#parts.shellRelease };
    const remote = remoteOf(name);
    const isOfSet = [remote?.live, remote?.previous].some((one) => one?.record.id === release);
    return isOfSet ? { remote: name, release } : null;
  }
}

function pageOf(site: Live.LiveSite, page: string | undefined): string {
  const isRoute = ({ live }: Live.LiveRemote) => live.record.routes.some(({ path }) => path === page);
  return page !== undefined && site.remotes.some(isRoute) ? page : '*';
}

/**
 * What one network (IPv4 /24, IPv6 /48) can add to the counts of one release, per hour and server. An office or a school
 * has this many visitors, and a forger gets no more influence than they.
 */
export const networkLimits = { views: 20, vitals: 5, failures: 5 } as const;

type ReportKind = keyof typeof networkLimits;

/** Bounds the memory: pairs of network and release. */
const maxNetworks = 20_000;
const oneHour = 3_600_000;

class NetworkLimits {
  readonly #counts = new LRUCache<string, Record<ReportKind, number>>({ max: maxNetworks, ttl: oneHour });

  /** Counts a report and returns whether it is within the limit. All unknown networks share one limit. */
  take({ release, network }: { release: string; network: string | null }, kind: ReportKind): boolean {
    const key = `${release} ${network ?? ''}`;
    const counts = this.#counts.get(key) ?? { views: 0, vitals: 0, failures: 0 };
    if (counts[kind] >= networkLimits[kind]) return false;
    counts[kind] += 1;
    // The hour begins with the first report, so later reports change the same object.
    if (!this.#counts.has(key)) this.#counts.set(key, counts);
    return true;
  }
}

/** Each pattern matches a word that only this browser's user agent has, because user agents contain each other's names. */
const families: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,3})/],
  ['Opera', /\bOPR\/(\d{1,3})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,3})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,3})/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d{1,3})/],
  ['Safari', /\bVersion\/(\d{1,3})[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

/** Such as `Firefox 140`, or `other`. Nothing else of a visitor's browser is stored. */
function browserFamily(userAgent: string | undefined): string {
  for (const [family, pattern] of families) {
    const version = pattern.exec(userAgent?.slice(0, 500) ?? '')?.[1];
    if (version) return `${family} ${version}`;
  }
  return 'other';
}

const maxFrames = 10;
const maxLines = 50;
const maxLineLength = 400;

/** Matches `https://site.example/remotes/mf-agents/1.4.0-0a1b2c3d/browser/page.js:1:2345`, at the end of a line. */
const framePlace = /https?:\/\/[^/\s@()]{1,100}(\/(?:remotes|shell)\/[\w@~./-]{1,250}):(\d{1,7}):(\d{1,7})\)?$/;
/** Matches `at name (`, or `name@`. */
const callerName = /^\s*(?:at (?:async )?([\w$.<>#[\] ]{1,80}?) \(|([\w$.<>#[\]/*]{1,80})@)/;

/** Reads the frames of a stack that are scripts of this site. Frames of extensions and other sites are dropped. */
export function readStack(stack: string): FailureCounts.StackFrame[] {
  return stack
    .split('\n', maxLines)
    .flatMap((line) => readFrame(line.slice(0, maxLineLength)) ?? [])
    .slice(0, maxFrames);
}

function readFrame(line: string): FailureCounts.StackFrame | null {
  const [, address = '', row, column] = framePlace.exec(line.trimEnd()) ?? [];
  const of = Failures.scriptOf(address);
  if (!of) return null;
  const named = callerName.exec(line);
  // The script of a retry has another URL but counts as the same script.
  const script = of.remote === 'shell' ? address : `/remotes/${of.remote}/${of.release}/${of.file}`;
  return { function: named?.[1] ?? named?.[2] ?? '', script, line: Number(row), column: Number(column) };
}
