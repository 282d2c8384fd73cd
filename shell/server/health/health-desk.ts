import { createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { FailureReport } from '../../app/failure-report.ts';
import {
  HealthCounter,
  type LiveRemote,
  type LiveSite,
  messageOf,
  parseReleaseSet,
  type ReleasePlatform,
  removeStaleReports,
  runGuard,
  type SiteFollower,
  seal,
  type WatchedRelease,
} from '../../platform/index.ts';
import { networkOf } from '../http/visitor-address.ts';
import { createViewToken, parseViewToken } from './view-token.ts';

const reportSchema: z.ZodMiniType<FailureReport> = z.strictObject({
  token: z.string(),
  remote: z.string(),
  release: z.string(),
  reason: z.enum(['load', 'timeout', 'render']),
});

/** More page views than this within the life of a token would let an old one count again. */
const mostTokens = 200_000;
const reportInterval = 2000;

interface HealthDeskParts {
  platform: ReleasePlatform;
  follower: SiteFollower;
  /** What page views are sealed with; the same on every shell server over one store. */
  key: Buffer;
}

/** Counts page views and failures of each release, tells the store, and lets the guard act on the sum. */
export class HealthDesk {
  readonly #counter = new HealthCounter();
  readonly #used = new LRUCache<string, true>({ max: mostTokens });
  readonly #parts: HealthDeskParts;
  /** As an object, which seals seven times as fast as the bytes do. */
  readonly #key: KeyObject;
  #hasNews = false;

  constructor(parts: HealthDeskParts) {
    this.#parts = parts;
    this.#key = createSecretKey(parts.key);
  }

  /** Counts a page view and gives the token that a failure of it is reported with. */
  countView(site: LiveSite, remote: LiveRemote): string {
    this.#counter.countView(identify(remote));
    this.#hasNews = true;
    return createViewToken(this.#key, { set: site.set, remote: remote.name });
  }

  countServerFailure(remote: LiveRemote): void {
    this.#counter.countFailure(identify(remote), 'server rendering');
    this.#hasNews = true;
  }

  /**
   * Counts a failure that a browser reports; the address is who sent it, null for nobody known. Gives false when the
   * report is forged, worn out or about nothing.
   */
  async takeReport(body: string, address: string | null): Promise<boolean> {
    const report = parseReport(body);
    const view = report && parseViewToken(this.#key, report.token);
    if (!report || !view || this.#used.has(view.nonce)) return false;
    const remote = await this.#findRemote(view.set, report);
    // Again: another report with the same token may have come meanwhile.
    if (!remote || this.#used.has(view.nonce)) return false;
    this.#used.set(view.nonce, true);
    // A remote that failed when the visitor navigated to it was never counted as a view by the server.
    if (remote.name !== view.remote) this.#counter.countView(identify(remote));
    this.#counter.countFailure(identify(remote), report.reason, { id: view.nonce, visitor: this.#visitorOf(address) });
    this.#hasNews = true;
    console.error(`[shell] set ${view.set}: ${remote.name} ${report.release} failed in a browser (${report.reason})`);
    return true;
  }

  /** Reports and guards every few seconds until it is stopped. */
  start(server: string): { stop: () => void } {
    const said = new Set<string>();
    const sayOnce = (sentence: string) => {
      if (!said.has(sentence)) console.error(`[shell] ${sentence}`);
      said.add(sentence);
    };
    const work = async () => {
      try {
        if (this.#hasNews) {
          this.#hasNews = false;
          this.#counter.retain((release) => this.#isWatched(release));
          await this.#counter.report(this.#parts.platform.store, server);
        }
        for (const { composition } of await runGuard(this.#parts.platform, sayOnce)) {
          console.error(`[shell] guard: ${composition.remote} goes back to ${composition.to}: ${composition.reason}`);
        }
      } catch (error) {
        sayOnce(`the health of releases cannot be reported: ${messageOf(error)}`);
      }
    };
    removeStaleReports(this.#parts.platform).catch((error: unknown) => {
      console.error(`[shell] reports of earlier servers stay: ${messageOf(error)}`);
    });
    let stopped = false;
    let timer: NodeJS.Timeout | undefined;
    const schedule = () => {
      if (!stopped) timer = setTimeout(() => void work().then(schedule), reportInterval).unref();
    };
    schedule();
    return {
      stop() {
        stopped = true;
        clearTimeout(timer);
      },
    };
  }

  #isWatched({ remote, id, since }: WatchedRelease): boolean {
    return this.#parts.follower.current.remotes.some(
      ({ name, live, since: liveSince, canary }) =>
        name === remote &&
        ((live.record.id === id && liveSince === since) || (canary?.id === id && canary.since === since)),
    );
  }

  /** Tells visitors apart, on all servers alike, without their addresses in the store. */
  #visitorOf(address: string | null): string | null {
    if (address === null) return null;
    return seal(this.#key, 'visitor-1', networkOf(address)).slice(0, 16);
  }

  /** The reported release must be one that this set serves. */
  async #findRemote(setName: string, { remote, release }: FailureReport): Promise<LiveRemote | null> {
    const set = parseReleaseSet(setName);
    const site = set && (await this.#parts.follower.siteOf(set).catch(() => null));
    return site?.remotes.find(({ name, live }) => name === remote && live.record.id === release) ?? null;
  }
}

function identify({ name, live, since, canary }: LiveRemote): WatchedRelease {
  const { id } = live.record;
  return { remote: name, id, since: canary?.id === id ? (canary.since ?? '') : since };
}

function parseReport(body: string): FailureReport | null {
  try {
    return reportSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
