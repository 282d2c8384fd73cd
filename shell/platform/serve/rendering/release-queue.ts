import { RenderBreakdown, type RenderedPage, type RenderJob } from './host-bundle.ts';
import type { RenderProcess } from './render-process.ts';

export interface Waiting {
  job: RenderJob;
  /** When it came, among all pages of the pool. */
  order: number;
  /** The machine may have ended a renderer: the first time is not held against the release. */
  mayRetry: boolean;
  resolve: (page: RenderedPage) => void;
  reject: (error: unknown) => void;
}

/** More waiting pages than this would all come too late. */
const maxWaiting = 400;

/** Of addresses with parameters, which anybody can make up: browsers render what does not find a place. */
const maxParametrisedWaiting = 40;

const longestSuspension = 5 * 60_000;

/** One release in a pool: its renderer, the pages that wait for it, and what it is not allowed for a while. */
export class ReleaseQueue {
  /** Null is the host itself, whose not-found page is of no release. */
  readonly release: string | null;
  process: RenderProcess | null = null;
  /** It renders a page. */
  isBusy = false;
  /** When its last page was done; by `performance.now()`. */
  usedAt = performance.now();
  /** It has left the composition: it ends with the last page that waits for it. */
  hasLeft = false;
  readonly #waiting: Waiting[] = [];
  /** Pages with parameters in their path wait until no other page does: there is no end of them. */
  readonly #parametrised: Waiting[] = [];
  #suspension = { until: 0, period: 0 };

  constructor(release: string | null) {
    this.release = release;
  }

  add(waiting: Waiting): void {
    const isParametrised = waiting.job.page?.meta.path.includes(':') ?? false;
    const queue = isParametrised ? this.#parametrised : this.#waiting;
    if (queue.length < (isParametrised ? maxParametrisedWaiting : maxWaiting)) queue.push(waiting);
    else waiting.reject(new RenderBreakdown('busy', 'too many pages wait to be rendered'));
  }

  /** The page comes before all that wait. */
  putBack(waiting: Waiting): void {
    this.#waiting.unshift(waiting);
  }

  /** The page that is next here; those with parameters only where they are asked for. */
  next(isParametrised: boolean): Waiting | undefined {
    return isParametrised ? this.#parametrised[0] : this.#waiting[0];
  }

  take(): Waiting | undefined {
    return this.#waiting.shift() ?? this.#parametrised.shift();
  }

  /** All that wait are told why they wait no longer. */
  reject(error: RenderBreakdown): void {
    for (const { reject } of [...this.#waiting.splice(0), ...this.#parametrised.splice(0)]) reject(error);
  }

  get isSuspended(): boolean {
    return this.#suspension.until > Date.now();
  }

  /** For longer each time, until a page is rendered; in milliseconds. Gives for how long. */
  suspend(first: number): number {
    const period = this.#suspension.period === 0 ? first : Math.min(this.#suspension.period * 2, longestSuspension);
    this.#suspension = { until: Date.now() + period, period };
    return period;
  }

  forgive(): void {
    this.#suspension = { until: 0, period: 0 };
  }

  /** No page waits for it. */
  get isEmpty(): boolean {
    return this.#waiting.length + this.#parametrised.length === 0;
  }

  /** Nothing is known of it that a new one would not know. */
  get isForgettable(): boolean {
    // A period is kept for as long again: whoever breaks renderers each time it may is known.
    return (
      this.isEmpty && !this.isBusy && !this.process && Date.now() > this.#suspension.until + this.#suspension.period
    );
  }
}

/**
 * Bounds what is at work at once, so that a hundred pages that come together do not all come late. Whoever takes long gives
 * its place back by itself: what hangs keeps nobody from beginning.
 */
export class Semaphore {
  readonly #countedFor: number;
  readonly #onFree: () => void;
  #free: number;

  /** `countedFor` in milliseconds. */
  constructor(count: number, countedFor: number, onFree: () => void) {
    this.#free = count;
    this.#countedFor = countedFor;
    this.#onFree = onFree;
  }

  get hasFree(): boolean {
    return this.#free > 0;
  }

  /** Takes one; the function gives it back. */
  take(): () => void {
    this.#free -= 1;
    let isTaken = true;
    const giveBack = () => {
      clearTimeout(timer);
      if (isTaken) this.#free += 1;
      isTaken = false;
      this.#onFree();
    };
    const timer = setTimeout(giveBack, this.#countedFor);
    return giveBack;
  }
}
