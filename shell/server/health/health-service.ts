import type { KeyObject } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { shellName } from 'kit/contracts/shell-name';
import { messageOf, parseJson } from 'kit/server/text';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { measuredTimingName, type ViewReport, viewTimingName } from '../../app/view-report.ts';
import {
  FailureCounts,
  Health,
  Live,
  PlanRunner,
  type ReleasePlatform,
  runGuard,
  type SiteFollower,
  Views,
} from '../../platform/index.ts';
import type { Incident, Report } from '../alerts/incident.ts';
import { createViewToken, hashNetwork, isMeasuredView, makeNonce, parseViewToken } from './view-token.ts';
import type { Sender, VisitService } from './visit-service.ts';

const reportSchema: z.ZodMiniType<ViewReport> = z.strictObject({
  token: z.string(),
  remote: z.string(),
  release: z.string(),
  outcome: z.enum(['hydrated', 'load', 'timeout', 'render']),
  page: z.optional(z.string().check(z.maxLength(300))),
});

/** Bounds the memory. With more page views within a token's lifetime, an old token could count again. */
const maxTokens = 200_000;
/** In milliseconds. The guard evaluates releases for this long after a failure; older failures do not count. */
const failuresCountFor = 25 * 60_000;
/** Failures that wait for the API's readiness check. More of them would not change the result. */
const maxWaiting = 500;

interface HealthServiceParts {
  platform: ReleasePlatform;
  follower: SiteFollower;
  /** Signs the tokens of page views. All shell servers of one store share it. */
  key: KeyObject;
  /** Counts the same page views for dashboards. */
  visits: VisitService;
  /** The share of page views that browsers measure, from 0 to 1. */
  measuredShare: number;
  /** A page that throws while the API is unavailable may throw for that reason. */
  isApiReady: () => Promise<boolean>;
  /** Receives incidents of which operators are notified. */
  report?: Report;
  /** Receives all open release failures as evaluated at `asOf`. Earlier incidents that are not among them are resolved. */
  settle?: (ongoing: readonly Incident[], asOf: number) => Promise<void>;
}

/** A remote, or the shell around its page. A page view counts for both. */
type CountedPart = Pick<Live.LiveRemote, 'name' | 'since' | 'canary'> & { live: { record: { id: string } } };

/**
 * Counts what browsers report of each release, writes the counts to the store, and lets the guard act on the counts of all
 * servers.
 */
export class HealthService {
  readonly #counter = new Views.HealthCounter();
  /** The last outcome by view and remote, because a page may work first and fail later. */
  readonly #outcomes = new LRUCache<string, 'hydrated' | 'failed'>({ max: maxTokens });
  readonly #parts: HealthServiceParts;
  /** Failures that only count against their release if the API is ready. */
  #waiting: ((isApiReady: boolean) => void)[] = [];
  #hasChanges = false;
  #reportedAt = 0;
  #failedAt = 0;
  /** True at first, because a failure may have begun before this server started. */
  #hasOngoing = true;

  constructor(parts: HealthServiceParts) {
    this.#parts = parts;
  }

  /**
   * Creates the Server-Timing header of a page view: the token for its reports, and whether the browser measures it. A page
   * view without a report does not count.
   */
  createTiming(
    site: Live.LiveSite,
    remote: Live.LiveRemote,
    { isReleaseAtFault }: { isReleaseAtFault: boolean },
  ): string {
    const view = { set: site.set, remote: remote.name, ...(isReleaseAtFault && { unrendered: true as const }) };
    const nonce = makeNonce();
    const timing = `${viewTimingName};desc="${createViewToken(this.#parts.key, view, Date.now(), nonce)}"`;
    return isMeasuredView(nonce, this.#parts.measuredShare) ? `${timing}, ${measuredTimingName}` : timing;
  }

  /**
   * Counts a browser's report of a page view.
   * @returns false for a report that is forged, expired, already counted or about no release.
   */
  async receiveReport(body: string, { address, userAgent }: Sender): Promise<boolean> {
    const report = parseJson(reportSchema, body);
    const view = report && parseViewToken(this.#parts.key, report.token);
    if (!report || !view) return false;
    const key = `${view.nonce} ${report.remote}`;
    if (!this.#isNew(key, report)) return false;
    const found = await this.#findParts(view.set, report);
    // Checked again, because another report with the same token may have arrived in the meantime.
    if (!found || !this.#isNew(key, report)) return false;
    const { site, remote, parts } = found;
    const wasHydrated = this.#outcomes.get(key) === 'hydrated';
    const isFine = report.outcome === 'hydrated';
    this.#outcomes.set(key, isFine ? 'hydrated' : 'failed');
    const network = hashNetwork(this.#parts.key, address);
    const isUnrendered = view.unrendered === true && view.remote === remote.name;
    const { visits } = this.#parts;
    const visit = visits.visitOf({ site, remote }, { page: report.page, set: view.set, network });
    if (isFine && !isUnrendered) {
      visits.countView(visit, { isFailed: false, again: false });
      for (const part of parts) if (this.#counter.countView(identify(part), { network })) this.#hasChanges = true;
      return true;
    }
    const reason = report.outcome === 'hydrated' ? 'server rendering' : report.outcome;
    const failed: Views.FailedView = {
      id: view.nonce.slice(0, 8),
      network,
      reason,
      wasHydrated: wasHydrated && !isUnrendered,
    };
    const settle = (isApiReady: boolean) => {
      if (!isApiReady) {
        for (const part of parts) if (this.#counter.noteIgnored(identify(part), reason)) this.#hasChanges = true;
        return;
      }
      this.#countFailure(parts, failed);
      visits.countView(visit, { isFailed: true, again: failed.wasHydrated === true });
      // A thrown error arrives in a separate report with its stack.
      if (reason !== 'render') visits.countFailure(visit, reason, { userAgent });
    };
    if (reason !== 'render') settle(true);
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(settle);
    return true;
  }

  /** Writes reports and runs the guard every few seconds until it is stopped. */
  start(server: string): { stop: () => void } {
    const logged = new Set<string>();
    const logOnce = (sentence: string) => {
      if (!logged.has(sentence)) console.error(`[shell] ${sentence}`);
      logged.add(sentence);
    };
    const plans = new PlanRunner(this.#parts.platform);
    const work = async () => {
      try {
        await this.#settleWaiting();
        if ((this.#hasChanges || this.#parts.visits.hasChanges) && this.#isReportDue())
          await this.#report(server, logOnce);
        // The guard runs first, so that no plan continues with a release that is rolled back.
        await this.#guard();
        await this.#runPlans(plans);
      } catch (error) {
        logOnce(`the health of releases cannot be reported: ${messageOf(error)}`);
      }
    };
    const { platform } = this.#parts;
    Promise.all([Health.removeStaleReports(platform), FailureCounts.removeOldFailures(platform.store)]).catch(
      (error: unknown) => {
        console.error(`[shell] reports of earlier servers stay: ${messageOf(error)}`);
      },
    );
    const pace = this.#parts.platform.store.pace.reports;
    const stopped = new AbortController();
    const nextTurn = () => wait(pace.watched, true, { ref: false, signal: stopped.signal }).catch(() => false);
    void (async () => {
      while (await nextTurn()) await work();
    })();
    return { stop: () => stopped.abort() };
  }

  async #report(server: string, logOnce: (sentence: string) => void): Promise<void> {
    if (this.#hasChanges) {
      this.#hasChanges = false;
      this.#counter.retain((release) => this.#isWatched(release));
      await this.#counter.report(this.#parts.platform.store, server);
    }
    // The guard only needs the counts above, so a failure of this write is only logged.
    await this.#parts.visits
      .report(server)
      .catch((error: unknown) => logOnce(`what was counted of failures cannot be written: ${messageOf(error)}`));
  }

  async #guard(): Promise<void> {
    const report = this.#parts.report ?? (() => {});
    const asOf = Date.now();
    const ongoing: Incident[] = [];
    const incidentTo =
      (receive: (incident: Incident) => void, kind: Incident['kind']) =>
      (sentence: string, { remote, id, since }: Views.WatchedRelease) =>
        receive({ kind, key: `${remote} ${id} ${since}`, remote, sentence });
    const addOngoing = (incident: Incident) => void ongoing.push(incident);
    const evaluatesAnyway = this.#hasOngoing || asOf - this.#failedAt < failuresCountFor;
    const rollbacks = await runGuard(
      this.#parts.platform,
      {
        onAlarm: incidentTo(addOngoing, 'guard-stopped'),
        onFailing: incidentTo(addOngoing, 'release-failing'),
        onBlind: incidentTo(report, 'cannot-judge'),
      },
      { evaluatesAnyway },
    );
    if (evaluatesAnyway || ongoing.length > 0) await this.#parts.settle?.(ongoing, asOf);
    this.#hasOngoing = ongoing.length > 0;
    for (const { composition } of rollbacks) {
      const { revision, remote, from, to, reason } = composition;
      const sentence = `guard: ${remote} goes back from ${from} to ${to}: ${reason}`;
      console.error(`[shell] ${sentence}`);
      report({ kind: 'guard-acted', key: String(revision), remote, sentence });
    }
  }

  async #runPlans(plans: PlanRunner): Promise<void> {
    for (const { kind, remote, composition, sentence } of await plans.run()) {
      // Every run reports a blocked plan, so it is not logged.
      if (kind !== 'hindered') console.log(`[shell] plan: ${sentence}`);
      if (kind === 'stopped' || kind === 'hindered') {
        this.#parts.report?.({ kind: 'plan-stopped', key: String(composition.revision), remote, sentence });
      }
    }
  }

  /** Reports are frequent while the guard evaluates a release. */
  #isReportDue(now = Date.now()): boolean {
    const { store, chain } = this.#parts.platform;
    const { watched, otherwise } = store.pace.reports;
    const current = chain.current?.composition;
    const interval = current && Health.isAnyWatched(current, now) ? watched : otherwise;
    if (now - this.#reportedAt < interval) return false;
    this.#reportedAt = now;
    return true;
  }

  /** Whether a report changes the outcome of a view. A failed view stays failed. */
  #isNew(key: string, { outcome }: ViewReport): boolean {
    const known = this.#outcomes.get(key);
    return known === undefined || (known === 'hydrated' && outcome !== 'hydrated');
  }

  /** The counter limits what one network adds, so forged failures cannot fill the log. */
  #countFailure(parts: readonly CountedPart[], view: Views.FailedView): void {
    for (const [index, part] of parts.entries()) {
      if (!this.#counter.countFailure(identify(part), view)) continue;
      this.#hasChanges = true;
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
    for (const settle of waiting) settle(isReady);
  }

  /** The previous release is counted too, because the guard compares the live one with it. */
  #isWatched({ remote, id, since }: Views.WatchedRelease): boolean {
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

  /** Finds the release set's site, the remote and the shell around it; null if the set does not have the release. */
  async #findParts(setName: string, { remote: wanted, release }: ViewReport) {
    const set = Live.parseReleaseSet(setName);
    const site = set && (await this.#parts.follower.siteOf(set).catch(() => null));
    const remote = site?.remotes.find(({ name, live }) => name === wanted && live.record.id === release);
    if (!site || !remote) return null;
    const parts: CountedPart[] = site.shell ? [remote, { ...site.shell, name: shellName }] : [remote];
    return { site, remote, parts };
  }
}

function identify({ name, live, since, canary }: CountedPart): Views.WatchedRelease {
  const { id } = live.record;
  return { remote: name, id, since: canary?.id === id ? (canary.since ?? '') : since };
}
