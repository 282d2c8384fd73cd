import { availableParallelism } from 'node:os';
import { type HostCode, RenderBreakdown, type RenderedPage, type RenderJob } from './host-bundle.ts';
import { ReleaseQueue, Semaphore, type Waiting } from './release-queue.ts';
import { type RendererOwner, RenderProcess } from './render-process.ts';
import { RendererLog } from './start-renderer.ts';
import { WarmPool } from './warm-pool.ts';

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
  /** After this long a blank renderer that was taken from the warm pool is followed by another, in milliseconds. */
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
  readonly #queues = new Map<string | null, ReleaseQueue>();
  /** Releases whose renderers are started ahead and stay. */
  #ahead: ReadonlySet<string | null> = new Set();
  #served: ReadonlySet<string> = new Set();
  #order = 0;
  readonly #semaphore = new Semaphore(Math.max(2, availableParallelism()), countedFor, () => this.#pump());
  readonly #warmPool: WarmPool;
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
    this.#warmPool = new WarmPool({ hostBundle, execPath, refillAfter, hasRoom, write: log });
  }

  /** How many renderers live; {@link warm} not counted. */
  get processes(): number {
    return this.#running().length;
  }

  /** How many live that are nobody's yet. They count towards `size`. */
  get warm(): number {
    return this.#warmPool.count;
  }

  /**
   * Says which releases may be rendered for visitors from now on. Renderers of those that are not among them any more end,
   * and those of the first ones are started, one after the other, before the first page is asked for; so is the host's own.
   * Then one more is kept warm, for the release that goes live next.
   *
   * @param wayBack releases that people may go back to at any moment: a renderer that such a one has now stays as long as any
   *   that has nothing to do.
   * @throws RenderBreakdown when the machine starts none.
   */
  async serve(releases: readonly string[], wayBack: readonly string[] = []): Promise<void> {
    const served = new Set([...releases, ...wayBack]);
    for (const release of this.#served) if (!served.has(release)) this.#leave(release);
    for (const release of releases) this.#queueOf(release).hasLeft = false;
    this.#served = served;
    const most = Math.min(mostAhead, this.#options.size);
    const before = this.#ahead;
    this.#ahead = new Set([...releases, null].slice(0, most));
    // From now on nothing keeps them but the hope that somebody goes back to them soon.
    for (const release of before) {
      const queue = this.#ahead.has(release) ? undefined : this.#queues.get(release);
      if (queue) queue.usedAt = performance.now();
    }
    for (const release of this.#ahead) {
      if (this.#closed || !this.#ahead.has(release)) return;
      const queue = this.#queueOf(release);
      if (queue.process?.isFit || queue.isSuspended || !this.#makeRoom()) continue;
      await this.#launch(queue).ready;
    }
    this.#warmPool.fillLater();
  }

  /**
   * Renders one page.
   *
   * @throws RenderFault or RenderBreakdown, in words about the release.
   */
  render(job: RenderJob): Promise<RenderedPage> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
    this.#queueOf(job.page?.release ?? null).add({ job, order: this.#order++, mayRetry: true, resolve, reject });
    this.#pump();
    return promise;
  }

  /** For a pool that nobody is given new pages of: it renders what it is asked for all the same, and keeps nothing ready. */
  retire(): void {
    for (const release of this.#served) this.#leave(release);
    this.#served = new Set();
    this.#ahead = new Set();
    this.#warmPool.close();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#sweep);
    this.#warmPool.close();
    for (const queue of this.#queues.values()) queue.process?.kill();
  }

  #queueOf(release: string | null): ReleaseQueue {
    const queue = this.#queues.get(release) ?? new ReleaseQueue(release);
    this.#queues.set(release, queue);
    return queue;
  }

  #running(): ReleaseQueue[] {
    return [...this.#queues.values()].filter(({ process }) => process);
  }

  #pump(): void {
    for (const queue of this.#queues.values()) {
      if (queue.isSuspended) {
        queue.reject(new RenderBreakdown('suspended', 'it broke a renderer a moment ago and is not tried again yet'));
      }
    }
    for (const isParametrised of [false, true]) {
      for (const queue of this.#candidates(isParametrised)) {
        if (!this.#semaphore.hasFree) return;
        if (!queue.process?.isFit && !this.#makeRoom(queue)) continue;
        const waiting = queue.take();
        if (waiting) void this.#work(queue, waiting);
      }
    }
  }

  /** Releases that could render a page now, the one that waits for longest first. */
  #candidates(isParametrised: boolean): ReleaseQueue[] {
    const orderOf = (queue: ReleaseQueue) => queue.next(isParametrised)?.order;
    return [...this.#queues.values()]
      .filter((queue) => !queue.isBusy && orderOf(queue) !== undefined)
      .sort((one, other) => (orderOf(one) ?? 0) - (orderOf(other) ?? 0));
  }

  /** Whether one more process may be started, once one that has nothing to do has ended if need be. */
  #makeRoom(forQueue?: ReleaseQueue): boolean {
    if (forQueue?.process) return true;
    const running = this.#running();
    if (running.length < this.#options.size) return true;
    const idle = running
      .filter((queue) => !queue.isBusy && !queue.next(false))
      .sort((one, other) => this.#rankOf(one) - this.#rankOf(other) || one.usedAt - other.usedAt);
    const [leastUsed] = idle;
    if (!leastUsed) return false;
    this.#stop(leastUsed);
    return true;
  }

  /** Those that were started ahead are the last to go. */
  #rankOf(queue: ReleaseQueue): number {
    return Number(this.#ahead.has(queue.release));
  }

  async #work(queue: ReleaseQueue, waiting: Waiting): Promise<void> {
    queue.isBusy = true;
    const giveBack = this.#semaphore.take();
    try {
      const process = queue.process?.isFit ? queue.process : this.#launch(queue);
      const { timeLimit, limitIsOwnTime: isOwnTime } = this.#options;
      const page = await process.render(waiting.job, timeLimit, { isOwnTime });
      queue.forgive();
      waiting.resolve(page);
    } catch (error) {
      this.#fail(queue, waiting, error);
    }
    queue.isBusy = false;
    queue.usedAt = performance.now();
    if (!queue.process?.isFit || (queue.hasLeft && queue.isEmpty)) this.#stop(queue);
    giveBack();
  }

  #fail(queue: ReleaseQueue, waiting: Waiting, error: unknown): void {
    const broken = error instanceof RenderBreakdown;
    if (broken && error.kind !== 'timeout' && waiting.mayRetry && !this.#closed) {
      queue.putBack({ ...waiting, mayRetry: false });
      return;
    }
    if (broken && error.isOfRelease && queue.release !== null) queue.suspend(this.#options.suspendedFor);
    waiting.reject(error);
  }

  #launch(queue: ReleaseQueue): RenderProcess {
    queue.process?.kill();
    const { hostBundle, execPath, log: write } = this.#options;
    const log = new RendererLog(queue.release ?? 'of the host', write);
    const owner: RendererOwner = {
      log,
      onLateEnd: ({ message }) => this.#takeLateEnd(queue, process, log, message),
    };
    const process: RenderProcess = this.#warmPool.take(owner) ?? new RenderProcess({ hostBundle, execPath, owner });
    queue.process = process;
    queue.usedAt = performance.now();
    this.#sweep ??= setInterval(() => this.#endIdle(), Math.min(this.#options.idleFor, sweepTime)).unref();
    // Whoever asks it for a page hears of it.
    process.ready.catch(() => {});
    return process;
  }

  /** Nobody else's code is in it, so what it did behind its last page is the release's own doing. */
  #takeLateEnd(queue: ReleaseQueue, process: RenderProcess, log: RendererLog, problem: string): void {
    if (queue.process === process) queue.process = null;
    const period = queue.release === null ? 0 : queue.suspend(this.#options.suspendedFor);
    log.say(`between two pages ${problem}; it is not rendered for ${period / 1000} s`);
  }

  #stop(queue: ReleaseQueue): void {
    queue.process?.kill();
    queue.process = null;
  }

  /** What waits for a page of it still gets it. */
  #leave(release: string): void {
    const queue = this.#queues.get(release);
    if (!queue) return;
    queue.hasLeft = true;
    if (!queue.isBusy && queue.isEmpty) this.#stop(queue);
  }

  #endIdle(): void {
    const before = performance.now() - this.#options.idleFor;
    for (const [release, queue] of this.#queues) {
      if (!queue.isBusy && queue.isEmpty && queue.usedAt <= before && !this.#ahead.has(release)) this.#stop(queue);
      if (queue.isForgettable && !this.#served.has(release ?? '')) this.#queues.delete(release);
    }
  }
}
