import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { messageOf } from '../message-of.ts';
import type { RenderedPage } from './host-bundle.ts';
import { outOfMemoryCode, type RenderAnswer, type RenderMessage } from './messages.ts';
import { RenderBreakdown, RenderFault } from './render-errors.ts';

const script = path.join(import.meta.dirname, 'process-main.ts');

/** A renderer that is not ready by then never will be, in milliseconds. */
const startLimit = 30_000;
/** A renderer that has grown to this is replaced between two pages, in bytes: server bundles may leak slowly. */
const replacedFrom = 448 * 1024 * 1024;
/** Bundles of releases that nobody asks for any more are forgotten with the process that holds them. */
const mostReleases = 40;

export interface RenderProcessOptions {
  /** The file of the host's bundle. */
  hostBundle: string;
  /** Where it writes what is not caught: the log of the server, unless its end is expected. */
  stderr: 'inherit' | 'ignore';
  /** The Node that it runs on. */
  execPath: string;
}

export type RenderJob = Omit<RenderMessage, 'code' | 'page'> & {
  page: (NonNullable<RenderMessage['page']> & { loadCode: () => Promise<string> }) | null;
};

/**
 * One process that renders pages, one at a time, and can be killed at any moment. Bundles in it may read the host's bundle
 * and nothing else of the disk, start no program and see nothing of the server's environment.
 */
export class RenderProcess {
  /** Null when the machine starts no process. */
  readonly #child: ChildProcess | null;
  readonly #ready: Promise<void>;
  readonly #ended: Promise<RenderBreakdown>;
  readonly #sent = new Set<string>();
  #residentBytes = 0;
  #alive = true;

  constructor(options: RenderProcessOptions) {
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<RenderBreakdown>();
    this.#ended = ended.promise;
    const giveUp = (reason: string) => {
      const breakdown = new RenderBreakdown('unavailable', `no renderer could be started (${reason})`);
      this.#alive = false;
      started.reject(breakdown);
      ended.resolve(breakdown);
    };
    try {
      this.#child = startProcess(options);
    } catch (error) {
      // Some reasons (ENOMEM) are thrown, others (EAGAIN) are told later.
      this.#child = null;
      giveUp(messageOf(error));
    }
    this.#child?.once('exit', (code, signal) => {
      this.#alive = false;
      ended.resolve(describeEnd(code, signal));
    });
    this.#child?.on('error', (error) => giveUp(error.message));
    this.#child?.once('message', () => started.resolve());
    void this.#ended.then(started.reject);
    const timer = setTimeout(() => giveUp(`not ready after ${startLimit / 1000} s`), startLimit);
    this.#ready = started.promise.finally(() => clearTimeout(timer));
    // A program that has nothing else to do may end.
    this.#ready.then(
      () => this.#rest(),
      () => this.kill(),
    );
  }

  /** False once another renderer should take over. */
  get isFit(): boolean {
    return this.#alive && this.#residentBytes < replacedFrom && this.#sent.size < mostReleases;
  }

  /** Resolves when the first page can be rendered; rejects when that is not to be expected. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /**
   * Renders one page; the caller waits for it before it asks for the next.
   *
   * @throws RenderFault when the bundle throws, RenderBreakdown when the renderer did not survive it.
   */
  async render({ url, site, page }: RenderJob, timeLimit: number): Promise<RenderedPage> {
    await this.#ready;
    this.#child?.ref();
    this.#child?.channel?.ref();
    try {
      const release = page?.release ?? null;
      const code = page && release !== null && !this.#sent.has(release) ? await page.loadCode() : null;
      if (release !== null) this.#sent.add(release);
      const answer = await this.#ask(
        { url, site, page: page && { release: page.release, meta: page.meta }, code },
        timeLimit,
      );
      if (answer.type === 'page') return answer.page;
      // It may have thrown before it was there to be kept.
      if (release !== null) this.#sent.delete(release);
      throw new RenderFault(answer.type === 'fault' ? answer.message : 'the renderer started twice');
    } finally {
      this.#rest();
    }
  }

  kill(): void {
    this.#alive = false;
    // Without a process of its own, the signal would go to process 0: to this server and all that was started with it.
    if (this.#child?.pid !== undefined) this.#child.kill('SIGKILL');
  }

  #rest(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
  }

  async #ask(message: RenderMessage, timeLimit: number): Promise<RenderAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderAnswer>();
    const timer = setTimeout(() => {
      this.kill();
      reject(new RenderBreakdown('timeout', `it did not finish within ${timeLimit / 1000} s`));
    }, timeLimit);
    // As a listener, which can be taken away: a reaction to `#ended` would hold each answer for the renderer's whole life.
    const handleExit = () => void this.#ended.then(reject);
    this.#child?.once('exit', handleExit);
    this.#child?.once('message', resolve);
    this.#child?.send(message, (error) => error && void this.#ended.then(reject));
    try {
      const answer = await promise;
      if (answer.type !== 'ready') this.#residentBytes = answer.residentBytes ?? 0;
      return answer;
    } finally {
      clearTimeout(timer);
      this.#child?.off('exit', handleExit);
      this.#child?.off('message', resolve);
    }
  }
}

function startProcess({ hostBundle, stderr, execPath }: RenderProcessOptions): ChildProcess {
  const readable = [import.meta.dirname, hostBundle].map((file) => `--allow-fs-read=${file}`);
  return fork(script, [hostBundle], {
    execPath,
    execArgv: ['--no-warnings', '--permission', '--allow-worker', ...readable],
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
    serialization: 'advanced',
  });
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null): RenderBreakdown {
  // Node itself ends by SIGABRT when its heap is full.
  if (code === outOfMemoryCode || signal === 'SIGABRT') return new RenderBreakdown('memory', 'it took too much memory');
  return new RenderBreakdown('crash', `it ended the renderer (${signal ?? `exit code ${code}`})`);
}
