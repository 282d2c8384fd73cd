import { availableParallelism } from 'node:os';
import { type HostCode, RenderBreakdown, type RenderedPage, type RenderJob } from './host-bundle.ts';
import { ReleaseQueue, Semaphore, type Waiting } from './release-queue.ts';
import { type RendererOwner, RenderProcess } from './render-process.ts';
import { RendererLog } from './start-renderer.ts';

export interface RenderPoolOptions {
  hostBundle: HostCode;
  size?: number;
  /** The time limit of one page, in milliseconds. */
  timeLimit?: number;
  /** The first suspension of a release that broke its renderer, in milliseconds. It doubles each time. */
  suspendedFor?: number;
  /** The idle time after which a renderer ends, unless it was started ahead, in milliseconds. */
  idleFor?: number;
  /** Delay before the warm pool starts another blank renderer, in milliseconds. */
  refillAfter?: number;
  /** Logs one line of a renderer's output, with the name of its release. */
  log?: (line: string) => void;
  execPath?: string;
}

/** Short, because an overloaded machine may also break a renderer. Repeated failures double it. */
const firstSuspension = 5000;
/** Each renderer takes about 60 MB, see e2e/benches/renderers. */
const defaultSize = 16;
/** Maximum number of renderers that start ahead and stay. Other live releases start theirs on demand. */
const maxAhead = 8;
/** A page that takes longer than this no longer counts towards the concurrency limit, in milliseconds. */
const countedFor = 500;
/** Interval of the search for idle renderers, in milliseconds. */
const sweepInterval = 5000;

/**
 * Renders pages. Each release has its own process, so that a server bundle that throws, hangs, crashes, leaks or is malicious
 * affects only its own pages. A release that broke its renderer is suspended, so that visitors do not wait for it repeatedly.
 *
 * There are never more than `size` processes. To start another, the pool ends the one that was idle for longest. When all are
 * busy, the page waits, and the wait does not count against the release.
 */
export class RenderPool {
  readonly #options: Required<RenderPoolOptions>;
  readonly #queues = new Map<string | null, ReleaseQueue>();
  /** Releases whose renderers start ahead and stay. */
  #ahead: ReadonlySet<string | null> = new Set();
  #served: ReadonlySet<string> = new Set();
  #order = 0;
  readonly #semaphore = new Semaphore(Math.max(2, availableParallelism()), countedFor, () => this.#pump());
  /** The warm pool: one blank renderer, so that the first page of a release waits for no start. No code of a release has run in it. */
  #blank: RenderProcess | null = null;
  #refill: NodeJS.Timeout | undefined;
  #sweep: NodeJS.Timeout | undefined;
  #isRetired = false;
  #closed = false;

  constructor(options: RenderPoolOptions) {
    const { error: log } = console;
    const times = { timeLimit: 5000, suspendedFor: firstSuspension, idleFor: 60_000, refillAfter: 1000 };
    this.#options = { size: defaultSize, ...times, log, execPath: process.execPath, ...options };
  }

  /** The number of renderers without {@link warm}. */
  get processes(): number {
    return this.#running().length;
  }

  /** The number of blank renderers. They count towards `size`. */
  get warm(): number {
    return this.#blank ? 1 : 0;
  }

  /**
   * Sets the releases that visitors may get from now on. Renderers of all others end. The renderers of the first releases and
   * of the host start ahead, one after the other. Then the warm pool starts a blank one for the next live release.
   *
   * @throws RenderBreakdown when the system cannot start a process.
   */
  async serve(releases: readonly string[]): Promise<void> {
    const served = new Set(releases);
    for (const release of this.#served) if (!served.has(release)) this.#leave(release);
    for (const release of releases) this.#queueOf(release).hasLeft = false;
    this.#served = served;
    const limit = Math.min(maxAhead, this.#options.size);
    this.#ahead = new Set([...releases, null].slice(0, limit));
    for (const release of this.#ahead) {
      if (this.#closed || !this.#ahead.has(release)) return;
      const queue = this.#queueOf(release);
      if (queue.process?.isFit || queue.isSuspended || !this.#makeRoom()) continue;
      await this.#launch(queue).ready;
    }
    this.#fillLater();
  }

  /** @throws RenderFault or RenderBreakdown, with a sentence about the release. */
  render(job: RenderJob): Promise<RenderedPage> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
    this.#queueOf(job.page?.release ?? null).add({ job, order: this.#order++, mayRetry: true, resolve, reject });
    this.#pump();
    return promise;
  }

  /** Retires a pool that gets no new releases. It still renders requested pages, but starts nothing ahead. */
  retire(): void {
    for (const release of this.#served) this.#leave(release);
    this.#served = new Set();
    this.#ahead = new Set();
    this.#endBlank();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#sweep);
    this.#endBlank();
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

  /** Returns the releases that can render a page now, the longest wait first. */
  #candidates(isParametrised: boolean): ReleaseQueue[] {
    const orderOf = (queue: ReleaseQueue) => queue.next(isParametrised)?.order;
    return [...this.#queues.values()]
      .filter((queue) => !queue.isBusy && orderOf(queue) !== undefined)
      .sort((one, other) => (orderOf(one) ?? 0) - (orderOf(other) ?? 0));
  }

  /** Returns whether another process may start. Ends an idle one when the limit is reached. */
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

  /** Renderers that were started ahead end last. */
  #rankOf(queue: ReleaseQueue): number {
    return Number(this.#ahead.has(queue.release));
  }

  async #work(queue: ReleaseQueue, waiting: Waiting): Promise<void> {
    queue.isBusy = true;
    const giveBack = this.#semaphore.take();
    try {
      const process = queue.process?.isFit ? queue.process : this.#launch(queue);
      const page = await process.render(waiting.job, this.#options.timeLimit);
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
    const process: RenderProcess = this.#takeBlank(owner) ?? new RenderProcess({ hostBundle, execPath, owner });
    queue.process = process;
    queue.usedAt = performance.now();
    this.#sweep ??= setInterval(() => this.#endIdle(), Math.min(this.#options.idleFor, sweepInterval)).unref();
    // The next page of this renderer reports the error.
    process.ready.catch(() => {});
    return process;
  }

  #takeBlank(owner: RendererOwner): RenderProcess | null {
    const process = this.#blank;
    if (!process) return null;
    this.#blank = null;
    process.belongTo(owner);
    this.#fillLater();
    return process;
  }

  /** Refills after a delay, so that the taken renderer and its waiting visitors have the processor first. */
  #fillLater(): void {
    if (this.#isRetired) return;
    this.#refill ??= setTimeout(() => this.#fill(), this.#options.refillAfter).unref();
  }

  #fill(): void {
    this.#refill = undefined;
    const { hostBundle, execPath, log, size } = this.#options;
    if (this.#blank || this.processes >= size) return;
    const forget = () => {
      if (this.#blank === process) this.#blank = null;
    };
    const owner: RendererOwner = { log: new RendererLog('of the warm pool', log), onLateEnd: forget };
    const process = new RenderProcess({ hostBundle, execPath, owner });
    this.#blank = process;
    // A failed start needs no report: the next release starts its own renderer and reports the error.
    process.ready.catch(forget);
  }

  #endBlank(): void {
    this.#isRetired = true;
    clearTimeout(this.#refill);
    this.#blank?.kill();
    this.#blank = null;
  }

  /** Suspends the release: only its own code runs in this process, so it caused the end. */
  #takeLateEnd(queue: ReleaseQueue, process: RenderProcess, log: RendererLog, problem: string): void {
    if (queue.process === process) queue.process = null;
    const period = queue.release === null ? 0 : queue.suspend(this.#options.suspendedFor);
    log.say(`between two pages ${problem}; it is not rendered for ${period / 1000} s`);
  }

  #stop(queue: ReleaseQueue): void {
    queue.process?.kill();
    queue.process = null;
  }

  /** Marks a release as no longer served. Its waiting pages are still rendered. */
  #leave(release: string): void {
    const queue = this.#queues.get(release);
    if (!queue) return;
    queue.hasLeft = true;
    queue.usedAt = performance.now();
    if (!queue.isBusy && queue.isEmpty) this.#stop(queue);
  }

  #endIdle(): void {
    const before = performance.now() - this.#options.idleFor;
    for (const [release, queue] of this.#queues) {
      // That a release has left is remembered for as long, because visitors who came before may still ask for its pages.
      if (queue.usedAt > before) continue;
      if (!queue.isBusy && queue.isEmpty && !this.#ahead.has(release)) this.#stop(queue);
      if (queue.isForgettable && !this.#served.has(release ?? '')) this.#queues.delete(release);
    }
  }
}
