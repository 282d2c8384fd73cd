import { type RendererOwner, RenderProcess, type RenderProcessOptions } from './render-process.ts';
import { RendererLog } from './start-renderer.ts';

interface WarmPoolOptions extends Omit<RenderProcessOptions, 'owner'> {
  /** How long after one was taken the next is started, in milliseconds. */
  refillAfter: number;
  /** Whether the pool has room for one more process now. */
  hasRoom: () => boolean;
  write: (line: string) => void;
}

/**
 * One blank renderer, started before anybody needs it: a release that goes live has its first page rendered without
 * waiting for a process to start. No release's code has ever run in it, and whoever takes it never gives it back.
 */
export class WarmPool {
  readonly #options: WarmPoolOptions;
  #process: RenderProcess | null = null;
  #refill: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: WarmPoolOptions) {
    this.#options = options;
  }

  /** Processes that wait for a release, ready or about to be. */
  get count(): number {
    return this.#process ? 1 : 0;
  }

  /** The blank renderer, which is its owner's from now on; null where none is there. */
  take(owner: RendererOwner): RenderProcess | null {
    const process = this.#process;
    if (!process) return null;
    this.#process = null;
    process.belongTo(owner);
    this.fillLater();
    return process;
  }

  /** Not at once: whoever has just taken one, and the visitors who wait for it, have the processor first. */
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
    // One that does not start is not worth a word: whoever needs one starts its own, and hears of it.
    process.ready.catch(forget);
  }
}
