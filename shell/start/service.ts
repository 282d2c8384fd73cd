import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type LogLimits, RotatingLog } from './rotating-log.ts';

export interface ServiceOptions {
  /** For messages and for the log file's name. */
  name: string;
  script: string;
  environment: NodeJS.ProcessEnv;
  logFolder: string;
  logLimits: LogLimits;
  /** Called with what the service reports while it starts. */
  onProgress?: (message: string) => void;
}

/** What a service says when it can be used; each adds what others need to know of it. */
export interface ReadyMessage {
  type: 'ready';
  port?: number;
  url?: string;
}

/** How long a service may take to stop before it is killed, in milliseconds. */
const stopTime = 20_000;
const firstRestartDelay = 200;
const longestRestartDelay = 10_000;
/** A service that ran this long starts its next restart without delay again, in milliseconds. */
const settledAfter = 30_000;

/**
 * A process of the site that is kept running: restarted with growing delays when it ends by itself. It ends with us,
 * however we end, because it stops when its channel to us closes.
 */
export class Service {
  readonly #options: ServiceOptions;
  readonly #log: RotatingLog;
  #child: ChildProcess | undefined;
  #stopping = false;
  #delay = firstRestartDelay;
  #restart: NodeJS.Timeout | undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
    const { name, logFolder, logLimits } = options;
    this.#log = new RotatingLog(path.join(logFolder, `${name}.log`), logLimits, (trouble) => {
      if (trouble === undefined) console.error(`${name} writes its log again.`);
      else console.error(`${name} runs on without its log, which cannot be written: ${trouble}`);
    });
  }

  /**
   * Starts the process and resolves with its first ready message.
   *
   * @throws Error with the last words of a process that ended before it was ready.
   */
  async start(): Promise<ReadyMessage> {
    mkdirSync(this.#options.logFolder, { recursive: true });
    const ready = await this.#launch();
    this.#watch();
    return ready;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTime);
    await ended;
    clearTimeout(timer);
  }

  #launch(): Promise<ReadyMessage> {
    const { name, script, environment, onProgress } = this.#options;
    const child = fork(script, {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: ['--no-warnings'],
      // Ctrl-C reaches the whole process group of a terminal; services are stopped in order instead.
      detached: true,
    });
    this.#child = child;
    let lastWords = '';
    child.stdout?.on('data', (bytes: Buffer) => this.#log.write(bytes));
    child.stderr?.on('data', (bytes: Buffer) => {
      this.#log.write(bytes);
      lastWords = (lastWords + bytes).slice(-2000);
    });
    return new Promise((resolve, reject) => {
      child.on('message', (message: ReadyMessage | { type: 'progress'; message: string }) => {
        if (message.type === 'progress') onProgress?.(message.message);
        if (message.type === 'ready') resolve(message);
      });
      child.once('error', reject);
      child.once('close', () => reject(new Error(lastWords.trim() || `${name} ended before it was ready.`)));
    });
  }

  #watch(): void {
    const startedAt = Date.now();
    this.#child?.once('exit', (code, signal) => {
      if (this.#stopping) return;
      if (Date.now() - startedAt > settledAfter) this.#delay = firstRestartDelay;
      console.error(`${this.#options.name} ended (${signal ?? `exit code ${code}`}); starting it again.`);
      this.#restart = setTimeout(() => this.#startAgain(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, longestRestartDelay);
    });
  }

  #startAgain(): void {
    this.#launch().catch((error: unknown) => {
      console.error(`${this.#options.name}: ${error instanceof Error ? error.message : String(error)}`);
    });
    this.#watch();
  }
}
