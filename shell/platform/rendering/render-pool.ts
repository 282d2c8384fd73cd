import type { RenderedPage } from './host-bundle.ts';
import { RenderBreakdown } from './render-errors.ts';
import { type RenderJob, RenderProcess, type RenderProcessOptions } from './render-process.ts';

export interface RenderPoolOptions {
  /** The file of the host's bundle. */
  hostBundle: string;
  /** Renderers at work at once; a second one keeps other pages going while one hangs. */
  size?: number;
  /** For one page, in milliseconds. */
  timeLimit?: number;
  /** How long a release that broke a renderer is not rendered again, in milliseconds; it doubles each time it does. */
  suspendedFor?: number;
  stderr?: RenderProcessOptions['stderr'];
  execPath?: RenderProcessOptions['execPath'];
}

interface Waiting {
  job: RenderJob;
  /** A renderer's end may be the work of a page before: the first one is not held against the release. */
  mayRetry: boolean;
  resolve: (page: RenderedPage) => void;
  reject: (error: unknown) => void;
}

/** An overloaded machine breaks a render as well: a release comes back soon, unless it goes on breaking renderers. */
const firstSuspension = 5000;
const longestSuspension = 5 * 60_000;

/** More waiting pages than this would all come too late. */
const mostWaiting = 400;

/** Of addresses with parameters, which anybody can make up: browsers render what does not find a place. */
const mostParametrisedWaiting = 40;

/**
 * Renders pages in processes of their own, so that a server bundle that throws, hangs, crashes or leaks costs its own
 * page and nothing else. A release that broke a renderer is suspended: nobody waits for it again and again.
 */
export class RenderPool {
  readonly #timeLimit: number;
  readonly #suspendedFor: number;
  readonly #processOptions: RenderProcessOptions;
  readonly #idle: (RenderProcess | null)[];
  readonly #all = new Set<RenderProcess>();
  readonly #waiting: Waiting[] = [];
  /** Pages with parameters in their path wait until no other page does: there is no end of them. */
  readonly #parametrisedWaiting: Waiting[] = [];
  readonly #suspended = new Map<string, { until: number; period: number }>();
  #closed = false;

  constructor({
    hostBundle,
    size = 2,
    timeLimit = 5000,
    suspendedFor = firstSuspension,
    stderr = 'inherit',
    execPath = process.execPath,
  }: RenderPoolOptions) {
    this.#timeLimit = timeLimit;
    this.#suspendedFor = suspendedFor;
    this.#processOptions = { hostBundle, stderr, execPath };
    this.#idle = Array.from({ length: size }, () => null);
  }

  /** Starts the renderers before the first page is asked for. */
  async start(): Promise<void> {
    const renderers = this.#idle.map((renderer) => renderer ?? this.#launch());
    this.#idle.splice(0, this.#idle.length, ...renderers);
    await Promise.all(renderers.map(({ ready }) => ready));
  }

  /**
   * Renders one page.
   *
   * @throws RenderFault or RenderBreakdown, in words about the release.
   */
  render(job: RenderJob): Promise<RenderedPage> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
    const isParametrised = job.page?.meta.path.includes(':') ?? false;
    const [queue, most] = isParametrised
      ? ([this.#parametrisedWaiting, mostParametrisedWaiting] as const)
      : ([this.#waiting, mostWaiting] as const);
    if (queue.length >= most) reject(new RenderBreakdown('busy', 'too many pages wait to be rendered'));
    else queue.push({ job, mayRetry: true, resolve, reject });
    this.#pump();
    return promise;
  }

  close(): void {
    this.#closed = true;
    for (const renderer of this.#all) renderer.kill();
  }

  #pump(): void {
    while (this.#idle.length > 0) {
      const next = this.#waiting.shift() ?? this.#parametrisedWaiting.shift();
      if (!next) return;
      if (this.#isSuspended(next.job)) {
        next.reject(new RenderBreakdown('suspended', 'it broke a renderer a moment ago and is not tried again yet'));
        continue;
      }
      const idle = this.#idle.pop();
      void this.#work(idle?.isFit ? idle : this.#replace(idle), next).then((renderer) => {
        this.#idle.push(renderer);
        this.#pump();
      });
    }
  }

  /** Gives the renderer that is free afterwards. */
  async #work(renderer: RenderProcess, waiting: Waiting): Promise<RenderProcess> {
    try {
      const page = await renderer.render(waiting.job, this.#timeLimit);
      this.#suspended.delete(waiting.job.page?.release ?? '');
      waiting.resolve(page);
    } catch (error) {
      const broken = error instanceof RenderBreakdown;
      if (broken && error.kind !== 'timeout' && waiting.mayRetry && !this.#closed) {
        this.#waiting.unshift({ ...waiting, mayRetry: false });
      } else {
        if (broken && error.isOfRelease) this.#suspend(waiting.job);
        waiting.reject(error);
      }
    }
    return renderer.isFit || this.#closed ? renderer : this.#replace(renderer);
  }

  #replace(renderer: RenderProcess | null | undefined): RenderProcess {
    renderer?.kill();
    if (renderer) this.#all.delete(renderer);
    return this.#launch();
  }

  #launch(): RenderProcess {
    const renderer = new RenderProcess(this.#processOptions);
    this.#all.add(renderer);
    // Whoever asks it for a page hears of it.
    renderer.ready.catch(() => {});
    return renderer;
  }

  #suspend({ page }: RenderJob): void {
    if (!page) return;
    const before = this.#suspended.get(page.release);
    const period = before ? Math.min(before.period * 2, longestSuspension) : this.#suspendedFor;
    this.#suspended.set(page.release, { until: Date.now() + period, period });
  }

  #isSuspended({ page }: RenderJob): boolean {
    const suspension = page && this.#suspended.get(page.release);
    return !!suspension && suspension.until > Date.now();
  }
}
