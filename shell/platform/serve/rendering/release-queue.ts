import { RenderBreakdown, type RenderedPage, type RenderJob } from './host-bundle.ts';
import type { RenderProcess } from './render-process.ts';

export interface Waiting {
  job: RenderJob;
  order: number;
  /** The system may have killed the renderer, so the first failure does not count against the release. */
  mayRetry: boolean;
  resolve: (page: RenderedPage) => void;
  reject: (error: unknown) => void;
}

/** With more waiting pages, all would exceed their timeout. */
const maxWaiting = 400;

/** A lower limit for paths with parameters, because their number is unlimited. Browsers render the pages that are refused. */
const maxParametrisedWaiting = 40;

const longestSuspension = 5 * 60_000;

/** One release in a pool: its renderer, its waiting pages and its suspension. */
export class ReleaseQueue {
  /** Null for the host itself, whose not-found page belongs to no release. */
  readonly release: string | null;
  process: RenderProcess | null = null;
  isBusy = false;
  /** When its last page was done or its release left, from `performance.now()`. */
  usedAt = performance.now();
  /** True once the release has left the composition. The renderer ends after its last waiting page. */
  hasLeft = false;
  readonly #waiting: Waiting[] = [];
  /** Pages with parameters in their path have the lower priority, because their number is unlimited. */
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

  putBack(waiting: Waiting): void {
    this.#waiting.unshift(waiting);
  }

  next(isParametrised: boolean): Waiting | undefined {
    return isParametrised ? this.#parametrised[0] : this.#waiting[0];
  }

  take(): Waiting | undefined {
    return this.#waiting.shift() ?? this.#parametrised.shift();
  }

  reject(error: RenderBreakdown): void {
    for (const { reject } of [...this.#waiting.splice(0), ...this.#parametrised.splice(0)]) reject(error);
  }

  get isSuspended(): boolean {
    return this.#suspension.until > Date.now();
  }

  /** Suspends the release, twice as long each time until a page is rendered. Takes and returns milliseconds. */
  suspend(first: number): number {
    const period = this.#suspension.period === 0 ? first : Math.min(this.#suspension.period * 2, longestSuspension);
    this.#suspension = { until: Date.now() + period, period };
    return period;
  }

  forgive(): void {
    this.#suspension = { until: 0, period: 0 };
  }

  get isEmpty(): boolean {
    return this.#waiting.length + this.#parametrised.length === 0;
  }

  /** True when it has no state that a new queue would lack. */
  get isForgettable(): boolean {
    // The period is kept for the same time again, so that a release that breaks its renderer after each suspension is recognised.
    return (
      this.isEmpty && !this.isBusy && !this.process && Date.now() > this.#suspension.until + this.#suspension.period
    );
  }
}

/**
 * Limits the pages that render at once, so that a burst of a hundred pages does not delay them all. A page that takes too
 * long releases its place, so that a hanging page does not block others.
 */
export class Semaphore {
  readonly #countedFor: number;
  readonly #onFree: () => void;
  #free: number;

  /** `countedFor` is the time after which a place is released, in milliseconds. */
  constructor(count: number, countedFor: number, onFree: () => void) {
    this.#free = count;
    this.#countedFor = countedFor;
    this.#onFree = onFree;
  }

  get hasFree(): boolean {
    return this.#free > 0;
  }

  /** Takes a place. The returned function releases it. */
  take(): () => void {
    this.#free -= 1;
    let isTaken = true;
    const release = () => {
      clearTimeout(timer);
      if (isTaken) this.#free += 1;
      isTaken = false;
      this.#onFree();
    };
    const timer = setTimeout(release, this.#countedFor);
    return release;
  }
}
