import { type RendererOwner, RenderProcess, type RenderProcessOptions } from './render-process.ts';
import { RendererLog } from './start-renderer.ts';

interface WarmPoolOptions extends Omit<RenderProcessOptions, 'owner'> {
  /** Delay before a taken renderer is replaced, in milliseconds. */
  refillAfter: number;
  /** Returns whether the pool has room for one more process. */
  hasRoom: () => boolean;
  write: (line: string) => void;
}

/**
 * Holds one blank renderer that is started ahead, so that the first page of a new release does not wait for a process start.
 * No code of a release has run in it. A taken renderer does not return to the pool.
 */
export class WarmPool {
  readonly #options: WarmPoolOptions;
  #process: RenderProcess | null = null;
  #refill: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: WarmPoolOptions) {
    this.#options = options;
  }

  /** The number of blank renderers, ready or starting. */
  get count(): number {
    return this.#process ? 1 : 0;
  }

  /** Assigns the blank renderer to an owner; returns null when there is none. */
  take(owner: RendererOwner): RenderProcess | null {
    const process = this.#process;
    if (!process) return null;
    this.#process = null;
    process.belongTo(owner);
    this.fillLater();
    return process;
  }

  /** Refills after a delay, so that the taken renderer and its waiting visitors have the processor first. */
  fillLater(): void {
    if (this.#refill || this.#closed) return;
    this.#refill = setTimeout(() => {
      this.#refill = undefined;
      this.#fill();
    }, this.#options.refillAfter).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#refill);
    this.#process?.kill();
    this.#process = null;
  }

  #fill(): void {
    const { hostBundle, execPath, write, hasRoom } = this.#options;
    if (this.#process || this.#closed || !hasRoom()) return;
    const forget = () => {
      if (this.#process === process) this.#process = null;
    };
    const owner: RendererOwner = { log: new RendererLog('of the warm pool', write), onLateEnd: forget };
    const process = new RenderProcess({ hostBundle, execPath, owner });
    this.#process = process;
    // A failed start needs no report: the next release starts its own renderer and reports the error.
    process.ready.catch(forget);
  }
}
