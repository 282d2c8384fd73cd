import type { KeyObject } from 'node:crypto';
import { shellName } from 'kit/contracts/shell-name';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { measuredTimingName, type ViewReport, viewTimingName } from '../../app/view-report.ts';
import {
  type FailedView,
  HealthCounter,
  isAnyWatched,
  type LiveRemote,
  type LiveSite,
  messageOf,
  PlanRunner,
  parseJson,
  parseReleaseSet,
  type ReleasePlatform,
  removeOldFailures,
  removeStaleReports,
  runGuard,
  type SiteFollower,
  type WatchedRelease,
} from '../../platform/index.ts';
import type { Incident, Report } from '../alerts/incident.ts';
import { sealNetwork } from './sealed-network.ts';
import { createViewToken, isMeasuredView, makeNonce, parseViewToken } from './view-token.ts';
import type { Sender, VisitService } from './visit-service.ts';

const reportSchema: z.ZodMiniType<ViewReport> = z.strictObject({
  token: z.string(),
  remote: z.string(),
  release: z.string(),
  outcome: z.enum(['hydrated', 'load', 'timeout', 'render']),
  page: z.optional(z.string().check(z.maxLength(300))),
});

/** More page views than this within the life of a token would let an old one count again. */
const mostTokens = 200_000;
/** The guard looks for so long after a failure, in milliseconds: by then nothing of it counts as of now. */
const failuresLast = 25 * 60_000;
/** Failures that wait for word of the API; more say nothing new. */
const mostWaiting = 500;

interface HealthDeskParts {
  platform: ReleasePlatform;
  follower: SiteFollower;
  /** What page views are sealed with; the same on every shell server over one store. */
  key: KeyObject;
  /** Hears of the same views, for the figures that people look at. */
  visits: VisitService;
  /** The share of page views that is measured, from 0 to 1. */
  measuredShare: number;
  /** A page that throws while the API is away may well throw for that. */
  isApiReady: () => Promise<boolean>;
  /** Hears what people are to be told of. */
  report?: Report;
  /** Hears all failures of releases that go on, by a look that began at that moment: what it had heard of before is over. */
  settle?: (holding: readonly Incident[], asOf: number) => Promise<void>;
}

/** Whose page views are counted: a remote, or the shell that the page was made with. */
type CountedPart = Pick<LiveRemote, 'name' | 'since' | 'canary'> & { live: { record: { id: string } } };

interface FoundParts {
  site?: LiveSite;
  parts: readonly [LiveRemote, ...CountedPart[]] | readonly [];
}

/** A failure that is a fault of its release only if the API works. */
interface WaitingFailure {
  parts: readonly CountedPart[];
  view: FailedView;
  /** Counts it among what people look at. */
  count: () => void;
}

/** Counts what browsers tell of each release, tells the store, and lets the guard act on the sum. */
export class HealthDesk {
  readonly #counter = new HealthCounter();
  /** What was told of each view and remote: it may work at first and fail later. */
  readonly #told = new LRUCache<string, 'hydrated' | 'failed'>({ max: mostTokens });
  readonly #parts: HealthDeskParts;
  #waiting: WaitingFailure[] = [];
  #hasNews = false;
  #reportedAt = 0;
  #failedAt = 0;
  /** What goes on may have been there before this server started. */
  #goesOn = true;

  constructor(parts: HealthDeskParts) {
    this.#parts = parts;
  }

  /**
   * Gives the token that a browser tells of this page view with, as a Server-Timing header, and whether it is to measure it.
   * A page that was only asked for counts nothing.
   */
  createTiming(site: LiveSite, remote: LiveRemote, { isReleaseAtFault }: { isReleaseAtFault: boolean }): string {
    const view = { set: site.set, remote: remote.name, ...(isReleaseAtFault && { unrendered: true as const }) };
    const nonce = makeNonce();
    const timing = `${viewTimingName};desc="${createViewToken(this.#parts.key, view, Date.now(), nonce)}"`;
    return isMeasuredView(nonce, this.#parts.measuredShare) ? `${timing}, ${measuredTimingName}` : timing;
  }

  /**
   * Takes what a browser tells of a page view. Gives false when the report is forged, worn out or about nothing.
   */
  async takeReport(body: string, { address, userAgent }: Sender): Promise<boolean> {
    const report = parseJson(reportSchema, body);
    const view = report && parseViewToken(this.#parts.key, report.token);
    if (!report || !view) return false;
    const key = `${view.nonce} ${report.remote}`;
    if (!this.#saysMore(key, report)) return false;
    const { site, parts } = await this.#findParts(view.set, report);
    const [remote] = parts;
    // Again: another report with the same token may have come meanwhile.
    if (!site || !remote || !this.#saysMore(key, report)) return false;
    const wasHydrated = this.#told.get(key) === 'hydrated';
    const isFine = report.outcome === 'hydrated';
    this.#told.set(key, isFine ? 'hydrated' : 'failed');
    const network = sealNetwork(this.#parts.key, address);
    const isUnrendered = view.unrendered === true && view.remote === remote.name;
    const { visits } = this.#parts;
    const visit = visits.visitOf({ site, remote }, { page: report.page, set: view.set, network });
    if (isFine && !isUnrendered) {
      visits.countView(visit, { isFailed: false, again: false });
      for (const part of parts) if (this.#counter.countView(identify(part), { network })) this.#hasNews = true;
      return true;
    }
    const reason = report.outcome === 'hydrated' ? 'server rendering' : report.outcome;
    const failed: FailedView = {
      id: view.nonce.slice(0, 8),
      network,
      reason,
      wasHydrated: wasHydrated && !isUnrendered,
    };
    const count = () => {
      visits.countView(visit, { isFailed: true, again: failed.wasHydrated === true });
      // What was thrown comes by itself, with its stack.
      if (reason !== 'render') visits.countFailure(visit, reason, { userAgent });
    };
    if (reason !== 'render') {
      this.#countFailure(parts, failed);
      count();
    } else if (this.#waiting.length < mostWaiting) this.#waiting.push({ parts, view: failed, count });
    return true;
  }

  /** Reports and guards every few seconds until it is stopped. */
  start(server: string): { stop: () => void } {
    const said = new Set<string>();
    const sayOnce = (sentence: string) => {
      if (!said.has(sentence)) console.error(`[shell] ${sentence}`);
      said.add(sentence);
    };
    const plans = new PlanRunner(this.#parts.platform);
    const work = async () => {
      try {
        await this.#settleWaiting();
        if ((this.#hasNews || this.#parts.visits.hasNews) && this.#isReportDue()) await this.#report(server, sayOnce);
        // First what goes back: a plan is asked of what is left.
        await this.#guard();
        await this.#runPlans(plans);
      } catch (error) {
        sayOnce(`the health of releases cannot be reported: ${messageOf(error)}`);
      }
    };
    const { platform } = this.#parts;
    Promise.all([removeStaleReports(platform), removeOldFailures(platform.store)]).catch((error: unknown) => {
      console.error(`[shell] reports of earlier servers stay: ${messageOf(error)}`);
    });
    const pace = this.#parts.platform.store.pace.reports;
    let stopped = false;
    let timer: NodeJS.Timeout | undefined;
    const schedule = () => {
      if (!stopped) timer = setTimeout(() => void work().then(schedule), pace.watched).unref();
    };
    schedule();
    return {
      stop() {
        stopped = true;
        clearTimeout(timer);
      },
    };
  }

  async #report(server: string, say: (sentence: string) => void): Promise<void> {
    if (this.#hasNews) {
      this.#hasNews = false;
      this.#counter.retain((release) => this.#isWatched(release));
      await this.#counter.report(this.#parts.platform.store, server);
    }
    // The guard does not wait for what people look at.
    await this.#parts.visits
      .report(server)
      .catch((error: unknown) => say(`what was counted of failures cannot be written: ${messageOf(error)}`));
  }

  async #guard(): Promise<void> {
    const report = this.#parts.report ?? (() => {});
    const asOf = Date.now();
    const holding: Incident[] = [];
    const take =
      (kind: Incident['kind'], hear: (incident: Incident) => void) =>
      (sentence: string, { remote, id, since }: WatchedRelease) =>
        hear({ kind, key: `${remote} ${id} ${since}`, remote, sentence });
    const hold = (incident: Incident) => void holding.push(incident);
    const looksAnyway = this.#goesOn || asOf - this.#failedAt < failuresLast;
    const steps = await runGuard(
      this.#parts.platform,
      {
        onAlarm: take('guard-stopped', hold),
        onFailing: take('release-failing', hold),
        onBlind: take('cannot-judge', report),
      },
      { looksAnyway },
    );
    if (looksAnyway || holding.length > 0) await this.#parts.settle?.(holding, asOf);
    this.#goesOn = holding.length > 0;
    for (const { composition } of steps) {
      const { revision, remote, from, to, reason } = composition;
      const sentence = `guard: ${remote} goes back from ${from} to ${to}: ${reason}`;
      console.error(`[shell] ${sentence}`);
      report({ kind: 'guard-acted', key: String(revision), remote, sentence });
    }
  }

  async #runPlans(plans: PlanRunner): Promise<void> {
    for (const { kind, remote, composition, sentence } of await plans.run()) {
      // Said with each look as long as it is so.
      if (kind !== 'hindered') console.log(`[shell] plan: ${sentence}`);
      if (kind === 'stopped' || kind === 'hindered') {
        this.#parts.report?.({ kind: 'plan-stopped', key: String(composition.revision), remote, sentence });
      }
    }
  }

  /** Often while the guard goes by it. */
  #isReportDue(now = Date.now()): boolean {
    const { store, chain } = this.#parts.platform;
    const { watched, otherwise } = store.pace.reports;
    const current = chain.current?.composition;
    const interval = current && isAnyWatched(current, now) ? watched : otherwise;
    if (now - this.#reportedAt < interval) return false;
    this.#reportedAt = now;
    return true;
  }

  /** Once a view has failed nothing more is to be said of it. */
  #saysMore(key: string, { outcome }: ViewReport): boolean {
    const told = this.#told.get(key);
    return told === undefined || (told === 'hydrated' && outcome !== 'hydrated');
  }

  /** Said once for each network a few times at most: whoever makes up failures must not fill the log. */
  #countFailure(parts: readonly CountedPart[], view: FailedView): void {
    for (const [index, part] of parts.entries()) {
      if (!this.#counter.countFailure(identify(part), view)) continue;
      this.#hasNews = true;
      this.#failedAt = Date.now();
      if (index === 0)
        console.error(`[shell] ${part.name} ${part.live.record.id} failed in a browser (${view.reason})`);
    }
  }

  async #settleWaiting(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const isReady = await this.#parts.isApiReady();
    for (const { parts, view, count } of waiting) {
      if (isReady) {
        this.#countFailure(parts, view);
        count();
        continue;
      }
      for (const part of parts) if (this.#counter.noteIgnored(identify(part), view.reason)) this.#hasNews = true;
    }
  }

  /** The release before counts on, as the measure of the one that is live. */
  #isWatched({ remote, id, since }: WatchedRelease): boolean {
    const { remotes, shell } = this.#parts.follower.current;
    const parts = remotes.map((one) => ({ ...one, previous: one.previous?.record.id ?? null }));
    return [...parts, ...(shell ? [{ ...shell, name: shellName }] : [])].some(
      ({ name, live, previous, since: liveSince, canary }) =>
        name === remote &&
        ((live.record.id === id && liveSince === since) ||
          previous === id ||
          (canary?.id === id && canary.since === since)),
    );
  }

  /** The set's site, the remote, whose reported release must be one that it serves, and the shell around it; no parts if it is not. */
  async #findParts(setName: string, { remote, release }: ViewReport): Promise<FoundParts> {
    const set = parseReleaseSet(setName);
    const site = set && (await this.#parts.follower.siteOf(set).catch(() => null));
    const found = site?.remotes.find(({ name, live }) => name === remote && live.record.id === release);
    if (!site || !found) return { parts: [] };
    return { site, parts: site.shell ? [found, { ...site.shell, name: shellName }] : [found] };
  }
}

function identify({ name, live, since, canary }: CountedPart): WatchedRelease {
  const { id } = live.record;
  return { remote: name, id, since: canary?.id === id ? (canary.since ?? '') : since };
}
