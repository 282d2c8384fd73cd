import { availableParallelism } from 'node:os';
import type { HostCode, RenderedPage } from './host-bundle.ts';
import { Lane, type Waiting } from './lane.ts';
import type { RenderJob } from './messages.ts';
import { RenderBreakdown } from './render-errors.ts';
import { type RendererOwner, RenderProcess } from './render-process.ts';
import { RendererLog } from './renderer-log.ts';
import { RendererStock } from './renderer-stock.ts';
import { WorkSlots } from './work-slots.ts';

export interface RenderPoolOptions {
  hostBundle: HostCode;
  /** Renderers that live at once. */
  size?: number;
  /** For one page, in milliseconds. */
  timeLimit?: number;
  /** The limit is one of the renderer's own time: that the machine has much else to do is no fault of a page. */
  limitIsOwnTime?: boolean;
  /** How long a release that broke a renderer is not rendered again, in milliseconds; it doubles each time it does. */
  suspendedFor?: number;
  /** After this long without a page a renderer ends, unless it was started ahead; in milliseconds. */
  idleFor?: number;
  /** After this long a blank renderer that was taken from the stock is followed by another, in milliseconds. */
  refillAfter?: number;
  /** Takes what renderers write, a line at a time, each with the name of its release. */
  log?: (line: string) => void;
  execPath?: string;
}

/** An overloaded machine breaks a render as well: a release comes back soon, unless it goes on breaking renderers. */
const firstSuspension = 5000;
/** Some 60 MB each, see e2e/benches/renderers. */
const defaultSize = 16;
/** Renderers that wait for their next page for ever: more live releases than this start theirs when they need them. */
const mostAhead = 8;
/** A page that takes longer no longer keeps others from beginning, in milliseconds. */
const countedFor = 500;
/** Between two looks for renderers that have nothing to do, in milliseconds. */
const sweepTime = 5000;

/**
 * Renders pages, those of each release in a process of its own, so that a server bundle that throws, hangs, crashes, leaks or
 * means harm costs its own pages and nothing else. A release that broke its renderer is suspended: nobody waits for it again
 * and again.
 *
 * There are never more processes than `size`. Where one more is wanted, the one that has had nothing to do for longest ends;
 * where all work, the page waits, which is nobody's fault.
 */
export class RenderPool {
  readonly #options: Required<RenderPoolOptions>;
  readonly #lanes = new Map<string | null, Lane>();
  /** Releases whose renderers are started ahead and stay. */
  #ahead: ReadonlySet<string | null> = new Set();
  #served: ReadonlySet<string> = new Set();
  #order = 0;
  readonly #slots = new WorkSlots(Math.max(2, availableParallelism()), countedFor, () => this.#pump());
  readonly #stock: RendererStock;
  #sweep: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({
    hostBundle,
    size = defaultSize,
    timeLimit = 5000,
    limitIsOwnTime = false,
    suspendedFor = firstSuspension,
    idleFor = 60_000,
    refillAfter = 1000,
    log = console.error,
    execPath = process.execPath,
  }: RenderPoolOptions) {
    this.#options = { hostBundle, size, timeLimit, limitIsOwnTime, suspendedFor, idleFor, refillAfter, log, execPath };
    const hasRoom = () => this.processes < size;
    this.#stock = new RendererStock({ hostBundle, execPath, refillAfter, hasRoom, write: log });
  }

  /** How many renderers live; {@link inStock} not counted. */
  get processes(): number {
    return this.#running().length;
  }

  /** How many live that are nobody's yet. They count towards `size`. */
  get inStock(): number {
    return this.#stock.count;
  }

  /**
   * Says which releases may be rendered for visitors from now on. Renderers of those that are not among them any more end,
   * and those of the first ones are started, one after the other, before the first page is asked for; so is the host's own.
   * Then one more is kept in stock, for the release that goes live next.
   *
   * @param wayBack releases that people may go back to at any moment: a renderer that such a one has now stays as long as any
   *   that has nothing to do.
   * @throws RenderBreakdown when the machine starts none.
   */
  async serve(releases: readonly string[], wayBack: readonly string[] = []): Promise<void> {
    const served = new Set([...releases, ...wayBack]);
    for (const release of this.#served) if (!served.has(release)) this.#leave(release);
    for (const release of releases) this.#laneOf(release).hasLeft = false;
    this.#served = served;
    const most = Math.min(mostAhead, this.#options.size);
    const before = this.#ahead;
    this.#ahead = new Set([...releases, null].slice(0, most));
    // From now on nothing keeps them but the hope that somebody goes back to them soon.
    for (const release of before) {
      const lane = this.#ahead.has(release) ? undefined : this.#lanes.get(release);
      if (lane) lane.usedAt = performance.now();
    }
    for (const release of this.#ahead) {
      if (this.#closed || !this.#ahead.has(release)) return;
      const lane = this.#laneOf(release);
      if (lane.process?.isFit || lane.isSuspended || !this.#makeRoom()) continue;
      await this.#launch(lane).ready;
    }
    this.#stock.fillLater();
  }

  /**
   * Renders one page.
   *
   * @throws RenderFault or RenderBreakdown, in words about the release.
   */
  render(job: RenderJob): Promise<RenderedPage> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
    this.#laneOf(job.page?.release ?? null).add({ job, order: this.#order++, mayRetry: true, resolve, reject });
    this.#pump();
    return promise;
  }

  /** For a pool that nobody is given new pages of: it renders what it is asked for all the same, and keeps nothing ready. */
  retire(): void {
    for (const release of this.#served) this.#leave(release);
    this.#served = new Set();
    this.#ahead = new Set();
    this.#stock.close();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#sweep);
    this.#stock.close();
    for (const lane of this.#lanes.values()) lane.process?.kill();
  }

  #laneOf(release: string | null): Lane {
    const lane = this.#lanes.get(release) ?? new Lane(release);
    this.#lanes.set(release, lane);
    return lane;
  }

  #running(): Lane[] {
    return [...this.#lanes.values()].filter(({ process }) => process);
  }

  #pump(): void {
    for (const lane of this.#lanes.values()) {
      if (lane.isSuspended) {
        lane.reject(new RenderBreakdown('suspended', 'it broke a renderer a moment ago and is not tried again yet'));
      }
    }
    for (const isParametrised of [false, true]) {
      for (const lane of this.#candidates(isParametrised)) {
        if (!this.#slots.hasFree) return;
        if (!lane.process?.isFit && !this.#makeRoom(lane)) continue;
        const waiting = lane.take();
        if (waiting) void this.#work(lane, waiting);
      }
    }
  }

  /** Releases that could render a page now, the one that waits for longest first. */
  #candidates(isParametrised: boolean): Lane[] {
    const orderOf = (lane: Lane) => lane.next(isParametrised)?.order;
    return [...this.#lanes.values()]
      .filter((lane) => !lane.isBusy && orderOf(lane) !== undefined)
      .sort((one, other) => (orderOf(one) ?? 0) - (orderOf(other) ?? 0));
  }

  /** Whether one more process may be started, once one that has nothing to do has ended if need be. */
  #makeRoom(forLane?: Lane): boolean {
    if (forLane?.process) return true;
    const running = this.#running();
    if (running.length < this.#options.size) return true;
    const idle = running
      .filter((lane) => !lane.isBusy && !lane.next(false))
      .sort((one, other) => this.#rankOf(one) - this.#rankOf(other) || one.usedAt - other.usedAt);
    const [leastUsed] = idle;
    if (!leastUsed) return false;
    this.#stop(leastUsed);
    return true;
  }

  /** Those that were started ahead are the last to go. */
  #rankOf(lane: Lane): number {
    return Number(this.#ahead.has(lane.release));
  }

  async #work(lane: Lane, waiting: Waiting): Promise<void> {
    lane.isBusy = true;
    const giveBack = this.#slots.take();
    try {
      const process = lane.process?.isFit ? lane.process : this.#launch(lane);
      const { timeLimit, limitIsOwnTime: isOwnTime } = this.#options;
      const page = await process.render(waiting.job, timeLimit, { isOwnTime });
      lane.forgive();
      waiting.resolve(page);
    } catch (error) {
      this.#fail(lane, waiting, error);
    }
    lane.isBusy = false;
    lane.usedAt = performance.now();
    if (!lane.process?.isFit || (lane.hasLeft && lane.isEmpty)) this.#stop(lane);
    giveBack();
  }

  #fail(lane: Lane, waiting: Waiting, error: unknown): void {
    const broken = error instanceof RenderBreakdown;
    if (broken && error.kind !== 'timeout' && waiting.mayRetry && !this.#closed) {
      lane.putBack({ ...waiting, mayRetry: false });
      return;
    }
    if (broken && error.isOfRelease && lane.release !== null) lane.suspend(this.#options.suspendedFor);
    waiting.reject(error);
  }

  #launch(lane: Lane): RenderProcess {
    lane.process?.kill();
    const { hostBundle, execPath, log: write } = this.#options;
    const log = new RendererLog(lane.release ?? 'of the host', write);
    const owner: RendererOwner = {
      log,
      onLateEnd: ({ message }) => this.#takeLateEnd(lane, process, log, message),
    };
    const process: RenderProcess = this.#stock.take(owner) ?? new RenderProcess({ hostBundle, execPath, owner });
    lane.process = process;
    lane.usedAt = performance.now();
    this.#sweep ??= setInterval(() => this.#endIdle(), Math.min(this.#options.idleFor, sweepTime)).unref();
    // Whoever asks it for a page hears of it.
    process.ready.catch(() => {});
    return process;
  }

  /** Nobody else's code is in it, so what it did behind its last page is the release's own doing. */
  #takeLateEnd(lane: Lane, process: RenderProcess, log: RendererLog, problem: string): void {
    if (lane.process === process) lane.process = null;
    const period = lane.release === null ? 0 : lane.suspend(this.#options.suspendedFor);
    log.say(`between two pages ${problem}; it is not rendered for ${period / 1000} s`);
  }

  #stop(lane: Lane): void {
    lane.process?.kill();
    lane.process = null;
  }

  /** What waits for a page of it still gets it. */
  #leave(release: string): void {
    const lane = this.#lanes.get(release);
    if (!lane) return;
    lane.hasLeft = true;
    if (!lane.isBusy && lane.isEmpty) this.#stop(lane);
  }

  #endIdle(): void {
    const before = performance.now() - this.#options.idleFor;
    for (const [release, lane] of this.#lanes) {
      if (!lane.isBusy && lane.isEmpty && lane.usedAt <= before && !this.#ahead.has(release)) this.#stop(lane);
      if (lane.isForgettable && !this.#served.has(release ?? '')) this.#lanes.delete(release);
    }
  }
}
