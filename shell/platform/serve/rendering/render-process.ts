import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
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
import { lowerWhenGreedy, OwnTime } from './process-time.ts';
import { FrameReader, frameOf, longestFrame } from './renderer/frames.ts';
import { describeEnd, type RendererLog, type RendererProgram, startRenderer } from './start-renderer.ts';

/** A renderer that is not ready by then never will be, in milliseconds. */
const startLimit = 30_000;
/** A renderer that has grown to this is replaced between two pages, in bytes: server bundles may leak slowly. */
const replacedFrom = 256 * 1024 * 1024;
/** A page that has had more of the processor leaves it to others, in milliseconds. */
const greedyFrom = 500;

/** Whose renderer it is: a release's, or nobody's while it waits for a release. */
export interface RendererOwner {
  /** Takes what it writes: that of its bundle, and what Node says of its end. */
  log: RendererLog;
  /** Hears of its end, when nobody waited for a page of it. */
  onLateEnd: (breakdown: RenderBreakdown) => void;
}

export interface RenderProcessOptions extends RendererProgram {
  owner: RendererOwner;
}

/** What a time limit is held against: the clock that a visitor waits by, or the time that the renderer had. */
interface Timing {
  isOwnTime: boolean;
}

/** Answers that break the rules come from a bundle that took its renderer over: it is ended, and its release blamed. */
const outOfTurn = 'it answered what it was not asked';

/**
 * One process that renders pages of one release, one at a time, and can be killed at any moment. Bundles in it find nothing
 * of Node; Node in it may read the host's bundle, start no program, and sees nothing of the server's environment. What it
 * answers is taken as a stranger's word.
 */
export class RenderProcess {
  /** Null when the machine starts no process. */
  readonly #child: ChildProcess | null;
  readonly #ready: Promise<void>;
  readonly #started = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<RenderBreakdown>();
  #owner: RendererOwner;
  #waiting: { id: string; resolve: (answer: string) => void } | null = null;
  #hasLoaded = false;
  #residentBytes = 0;
  /** A slow page put it behind all others, and the system does not allow to take that back. */
  #isLowered = false;
  #alive = true;
  #isReady = false;
  /** This server ended it. */
  #killed = false;

  constructor(options: RenderProcessOptions) {
    this.#owner = options.owner;
    this.#child = this.#start(options);
    void this.#ended.promise.then(this.#started.reject);
    const timer = setTimeout(() => this.#giveUp(`not ready after ${startLimit / 1000} s`), startLimit);
    this.#ready = this.#started.promise.finally(() => clearTimeout(timer));
    // A program that has nothing else to do may end.
    this.#ready.then(
      () => this.#ref(false),
      () => this.kill(),
    );
  }

  /** False once another renderer should take over. */
  get isFit(): boolean {
    return this.#alive && !this.#isLowered && this.#residentBytes < replacedFrom;
  }

  /** Resolves when the first page can be rendered; rejects when that is not to be expected. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  get pid(): number | undefined {
    return this.#alive ? this.#child?.pid : undefined;
  }

  /** Says whose it is from now on. Only one that has rendered nothing may be given to somebody else. */
  belongTo(owner: RendererOwner): void {
    this.#owner = owner;
  }

  /**
   * Renders one page; the caller waits for it before it asks for the next.
   *
   * @throws RenderFault when the bundle throws, RenderBreakdown when the renderer did not survive it.
   */
  async render(
    { url, site, page, frameOf }: RenderJob,
    timeLimit: number,
    timing: Timing = { isOwnTime: false },
  ): Promise<RenderedPage> {
    await this.#ready;
    this.#ref(true);
    try {
      const code = page && !this.#hasLoaded ? await page.loadCode() : null;
      const task: RenderTask = { url, site, page: page && { meta: page.meta, answer: page.answer }, frameOf };
      const outcome = await this.#ask(
        { task: JSON.stringify(task), code, release: page?.release ?? 'host' },
        timeLimit,
        timing,
      );
      return this.#pageOf(outcome);
    } finally {
      this.#ref(false);
    }
  }

  kill(): void {
    this.#alive = false;
    this.#killed = true;
    // Without a process of its own, the signal would go to process 0: to this server and all that was started with it.
    if (this.#child?.pid !== undefined) this.#child.kill('SIGKILL');
  }

  async #ask(request: Omit<RenderRequest, 'id'>, timeLimit: number, timing: Timing): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const id = randomBytes(16).toString('hex');
    const cancel = this.#endAfter(timeLimit, timing, () => {
      this.kill();
      reject(new RenderBreakdown('timeout', `it did not finish within ${timeLimit / 1000} s`));
    });
    const stopWatching = this.pid === undefined ? () => true : lowerWhenGreedy(this.pid, greedyFrom);
    // As a listener, which can be taken away: a reaction to `#ended` would hold each answer for the renderer's whole life.
    const handleEnd = () => void this.#ended.promise.then(reject);
    this.#waiting = { id, resolve };
    this.#child?.once('exit', handleEnd);
    this.#child?.stdin?.write(frameOf(JSON.stringify({ id, ...request } satisfies RenderRequest)));
    if (!this.#alive) handleEnd();
    try {
      return await promise;
    } finally {
      cancel();
      this.#isLowered = !stopWatching();
      this.#waiting = null;
      this.#child?.off('exit', handleEnd);
    }
  }

  #endAfter(limit: number, { isOwnTime }: Timing, onEnd: () => void): () => void {
    if (!isOwnTime) {
      const timer = setTimeout(onEnd, limit);
      return () => clearTimeout(timer);
    }
    const ownTime = new OwnTime(() => (this.pid === undefined ? [] : [this.pid]));
    ownTime.after(limit, onEnd);
    return () => ownTime.stop();
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
      // Its end is told below.
      for (const pipe of child.stdio) pipe?.on('error', () => {});
      child.once('exit', (code, signal) => this.#end(describeEnd(code, signal)));
      child.once('close', () => this.#owner.log.end());
      child.on('error', (error) => this.#giveUp(error.message));
      return child;
    } catch (error) {
      // Some reasons (ENOMEM) are thrown, others (EAGAIN) are told later.
      this.#giveUp(messageOf(error));
      return null;
    }
  }

  #take(text: string): void {
    const answer = parseJson(renderAnswerSchema, text);
    if (!answer) this.#breakOff(outOfTurn);
    else if (answer.type === 'outcome') this.#settle(answer);
    else this.#beReady();
  }

  #beReady(): void {
    this.#isReady = true;
    this.#started.resolve();
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
    // Nothing of a release has run in it yet.
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

  #ref(isNeeded: boolean): void {
    const child = this.#child;
    // Pipes of a child are sockets, which Node's types do not say.
    const parts = [child, ...((child?.stdio ?? []) as (Socket | null)[])];
    for (const part of parts) {
      if (isNeeded) part?.ref();
      else part?.unref();
    }
  }
}
