import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { messageOf, parseJson } from 'kit/server/text';
import {
  type RenderAnswer,
  RenderBreakdown,
  type RenderedPage,
  RenderFault,
  type RenderJob,
  type RenderRequest,
  type RenderTask,
  renderAnswerSchema,
  renderOutcomeSchema,
  shapeFault,
} from './host-bundle.ts';
import { encodeFrame, FrameReader, longestFrame } from './renderer/frames.ts';
import { describeEnd, type RendererLog, type RendererProgram, startRenderer } from './start-renderer.ts';

const startLimit = 30_000;
/** A renderer with more memory than this, in bytes, is replaced after its page, because server bundles may leak. */
const replacedFrom = 256 * 1024 * 1024;

/** The owner of a renderer: a release, or the warm pool. */
export interface RendererOwner {
  /** Logs the output of its bundle and Node's message about its end. */
  log: RendererLog;
  /** Called when it ends while it renders no page. */
  onLateEnd: (breakdown: RenderBreakdown) => void;
}

/** An invalid response means that the bundle controls its renderer. The process is killed, and the release is at fault. */
const outOfTurn = 'it answered what it was not asked';

/**
 * One process that renders the pages of one release, one at a time, and can be killed at any moment. Bundles have no access to
 * Node's modules. The process may start no program and does not have the server's environment. Its responses are untrusted.
 */
export class RenderProcess {
  /** Null when the system cannot start a process. */
  readonly #child: ChildProcess | null;
  /** Resolves when it can render its first page. Rejects when the start failed. */
  readonly ready: Promise<void>;
  readonly #started = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<RenderBreakdown>();
  #owner: RendererOwner;
  #waiting: { id: string; resolve: (answer: string) => void } | null = null;
  #hasLoaded = false;
  #residentBytes = 0;
  #alive = true;
  #isReady = false;
  /** True when this server killed it. */
  #killed = false;

  constructor(options: RendererProgram & { owner: RendererOwner }) {
    this.#owner = options.owner;
    this.#child = this.#start(options);
    void this.#ended.promise.then(this.#started.reject);
    const timer = setTimeout(() => this.#giveUp(`not ready after ${startLimit / 1000} s`), startLimit);
    this.ready = this.#started.promise.finally(() => clearTimeout(timer));
    this.ready.catch(() => this.kill());
  }

  /** False once another renderer should replace it. */
  get isFit(): boolean {
    return this.#alive && this.#residentBytes < replacedFrom;
  }

  /** Sets the owner. Allowed only before the first page. */
  belongTo(owner: RendererOwner): void {
    this.#owner = owner;
  }

  /**
   * Renders one page. The caller must wait for it before the next call.
   *
   * @throws RenderFault when the bundle throws, RenderBreakdown when the renderer did not survive it.
   */
  async render({ url, site, page, frameOf }: RenderJob, timeLimit: number): Promise<RenderedPage> {
    await this.ready;
    const code = page && !this.#hasLoaded ? await page.loadCode() : null;
    const task: RenderTask = { url, site, page: page && { meta: page.meta, answer: page.answer }, frameOf };
    const outcome = await this.#ask({ task: JSON.stringify(task), code, release: page?.release ?? 'host' }, timeLimit);
    return this.#pageOf(outcome);
  }

  kill(): void {
    this.#alive = false;
    this.#killed = true;
    // Without a process id the signal would go to process 0: to this server and its whole process group.
    if (this.#child?.pid !== undefined) this.#child.kill('SIGKILL');
  }

  async #ask(request: Omit<RenderRequest, 'id'>, timeLimit: number): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const id = randomBytes(16).toString('hex');
    const timer = setTimeout(() => {
      this.kill();
      reject(new RenderBreakdown('timeout', `it did not finish within ${timeLimit / 1000} s`));
    }, timeLimit);
    // A removable listener: a reaction to `#ended` would keep each response in memory until the renderer ends.
    const handleEnd = () => void this.#ended.promise.then(reject);
    this.#waiting = { id, resolve };
    this.#child?.once('exit', handleEnd);
    this.#child?.stdin?.write(encodeFrame(JSON.stringify({ id, ...request } satisfies RenderRequest)));
    if (!this.#alive) handleEnd();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting = null;
      this.#child?.off('exit', handleEnd);
    }
  }

  #pageOf(text: string): RenderedPage {
    const outcome = parseJson(renderOutcomeSchema, text);
    if (!outcome) throw new RenderFault('what it rendered is no page');
    if (outcome.type === 'fault') throw new RenderFault(outcome.message);
    const { page } = outcome;
    const fault = shapeFault(page);
    if (fault !== null) throw new RenderFault(`what it rendered is no page: ${fault}`);
    return page;
  }

  #start(program: RendererProgram): ChildProcess | null {
    try {
      const child = startRenderer(program);
      const reader = new FrameReader(longestFrame, (text) => this.#take(text));
      child.stdout?.on('data', (part: Buffer) => {
        try {
          if (this.#alive) reader.take(part);
        } catch (error) {
          this.#breakOff(`${outOfTurn}: ${messageOf(error)}`);
        }
      });
      child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#owner.log.take(text));
      // The handler below reports its end.
      for (const pipe of child.stdio) pipe?.on('error', () => {});
      child.once('exit', (code, signal) => this.#end(describeEnd(code, signal)));
      child.once('close', () => this.#owner.log.end());
      child.on('error', (error) => this.#giveUp(error.message));
      return child;
    } catch (error) {
      // Some errors (ENOMEM) are thrown, others (EAGAIN) arrive as an event.
      this.#giveUp(messageOf(error));
      return null;
    }
  }

  #take(text: string): void {
    const answer = parseJson(renderAnswerSchema, text);
    if (!answer) this.#breakOff(outOfTurn);
    else if (answer.type === 'outcome') this.#settle(answer);
    else {
      this.#isReady = true;
      this.#started.resolve();
    }
  }

  #settle({ id, outcome, hasLoaded, residentBytes }: Extract<RenderAnswer, { type: 'outcome' }>): void {
    const waiting = this.#waiting;
    if (waiting?.id !== id) {
      this.#breakOff(outOfTurn);
      return;
    }
    this.#waiting = null;
    this.#hasLoaded = hasLoaded;
    this.#residentBytes = residentBytes;
    waiting.resolve(outcome);
  }

  #breakOff(reason: string): void {
    const breakdown = new RenderBreakdown('crash', reason);
    this.#end(breakdown);
    this.kill();
  }

  #end(breakdown: RenderBreakdown): void {
    // No code of a release has run in it yet.
    if (!this.#isReady) {
      this.#giveUp(breakdown.message);
      return;
    }
    const isLate = this.#alive && !this.#killed && this.#waiting === null;
    this.#alive = false;
    this.#ended.resolve(breakdown);
    if (isLate) this.#owner.onLateEnd(breakdown);
  }

  #giveUp(reason: string): void {
    const breakdown = new RenderBreakdown('unavailable', `no renderer could be started (${reason})`);
    this.#alive = false;
    this.#started.reject(breakdown);
    this.#ended.resolve(breakdown);
  }
}
