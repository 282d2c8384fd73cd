import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from 'kit/server/make-folder';
import { messageOf } from 'kit/server/text';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

interface ServiceOptions {
  /** For messages and the log file's name. */
  name: string;
  script: string;
  args?: readonly string[];
  environment: NodeJS.ProcessEnv;
  logFolder: string;
  logLimits: LogLimits;
  onProgress?: (message: string) => void;
}

/** The message of a service that is ready, with what other programs need to know of it. */
interface ReadyMessage {
  type: 'ready';
  port?: number;
  url?: string;
}

/** In milliseconds, before a service that does not stop is killed. */
const stopTime = 20_000;
/** In milliseconds, for the rest of its output after its end. */
const lastWordsTime = 1000;
const firstRestartDelay = 200;
const maxRestartDelay = 10_000;
/** In milliseconds; after this run time the restart delay is short again. */
const settledAfter = 30_000;

/**
 * Keeps a process of the site running. It restarts the process with growing delays when it ends unexpectedly. The process
 * never outlives this one, because it stops when its channel to this one closes.
 */
export class Service {
  readonly #options: ServiceOptions;
  readonly #log: LogFile;
  #child: ChildProcess | undefined;
  #stopping = false;
  #delay = firstRestartDelay;
  #restart: NodeJS.Timeout | undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
    const { name, logFolder, logLimits } = options;
    this.#log = new LogFile(path.join(logFolder, `${name}.log`), logLimits, (trouble) => {
      if (trouble === undefined) console.error(`${name} writes its log again.`);
      else console.error(`${name} runs on without its log, which cannot be written: ${trouble}`);
    });
  }

  /**
   * Starts the process and resolves with its first ready message.
   * @throws Error with the last output of a process that ended before it was ready.
   */
  async start(): Promise<ReadyMessage> {
    await makeFolder(this.#options.logFolder);
    const ready = await this.#launch();
    this.#watch();
    return ready;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTime);
      await ended;
      clearTimeout(timer);
      // Its last output may still be arriving, and a child process of it may keep the pipe open forever.
      await Promise.race([closed, sleep(lastWordsTime, undefined, { ref: false })]);
    }
    await this.#log.close();
  }

  /** Also rejects if the system cannot start a process, for lack of processes or memory. */
  async #launch(): Promise<ReadyMessage> {
    const { name, script, args = [], environment, onProgress } = this.#options;
    const child = fork(script, args, {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: ['--no-warnings'],
      // Ctrl-C signals the terminal's whole process group; services are stopped in order instead.
      detached: true,
    });
    this.#child = child;
    if (child.pid === undefined) return new Promise((_resolve, reject) => child.once('error', reject));
    let lastWords = '';
    for (const input of [child.stdout, child.stderr]) {
      if (input) createInterface({ input }).on('line', (line) => this.#log.writeLine(line));
    }
    child.stderr?.on('data', (bytes: Buffer) => {
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
    const child = this.#child;
    const startedAt = Date.now();
    child?.once('exit', (code, signal) => {
      if (Date.now() - startedAt > settledAfter) this.#delay = firstRestartDelay;
      this.#startLater(`ended (${signal ?? `exit code ${code}`})`);
    });
  }

  #startLater(what: string): void {
    if (this.#stopping) return;
    console.error(`${this.#options.name} ${what}; starting it again.`);
    this.#restart = setTimeout(() => this.#startAgain(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, maxRestartDelay);
  }

  #startAgain(): void {
    this.#child = undefined;
    this.#launch().catch((error: unknown) => {
      const message = messageOf(error);
      // Without a pid it never ran, and no event reports its end.
      if (this.#child?.pid === undefined) this.#startLater(`could not be started (${message})`);
      else console.error(`${this.#options.name}: ${message}`);
    });
    this.#watch();
  }
}

interface LogLimits {
  /** Of one file, in bytes. */
  size: number;
  files: number;
}

/** In milliseconds; the file is reopened this long after a failure. */
const reopenDelay = 1000;
/** In bytes; lines beyond this wait for a slow disk are dropped. */
const maxWaiting = 4 * 1024 * 1024;

/**
 * A line log that stays within about `size * files` bytes: `api.log` is the current file, `api.log.1` the previous one, and
 * so on. Lines that a full disk rejects are lost, and counted in the log once there is space again.
 */
export class LogFile {
  readonly #file: string;
  readonly #limits: LogLimits;
  readonly #onTrouble: (message: string | undefined) => void;
  #stream: RotatingFileStream | undefined;
  #reopenAt = 0;
  #lost = 0;
  #isTroubled = false;

  /** @param onTrouble is called once with the reason when writing fails, and once without one when it works again. */
  constructor(file: string, limits: LogLimits, onTrouble: (message: string | undefined) => void) {
    this.#file = file;
    this.#limits = limits;
    this.#onTrouble = onTrouble;
  }

  /** Does not throw. */
  writeLine(line: string): void {
    const stream = this.#open();
    if (!stream || stream.writableLength > maxWaiting) {
      this.#lost += 1;
      return;
    }
    const lost = this.#lost;
    this.#lost = 0;
    const words =
      lost > 0 ? `--- ${lost} lines were lost here, which could not be written ---\n${line}\n` : `${line}\n`;
    stream.write(words, (error) => {
      if (error) this.#lost += lost + 1;
      else this.#note(undefined);
    });
  }

  /** Resolves after everything that can be written has been. */
  async close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = undefined;
    if (!stream || stream.destroyed) return;
    await new Promise<void>((resolve) => stream.once('close', resolve).end());
  }

  #open(): RotatingFileStream | undefined {
    if (this.#stream) return this.#stream;
    if (Date.now() < this.#reopenAt) return undefined;
    const { size, files } = this.#limits;
    const name = path.basename(this.#file);
    // Renames files like logrotate.
    const stream = createStream((index) => (index ? `${name}.${index}` : name), {
      path: path.dirname(this.#file),
      size: `${size}B`,
      rotate: files - 1,
      mode: 0o600,
    });
    stream.on('error', (error) => {
      if (this.#stream === stream) this.#stream = undefined;
      this.#reopenAt = Date.now() + reopenDelay;
      this.#note(error.message);
    });
    this.#stream = stream;
    return stream;
  }

  #note(trouble: string | undefined): void {
    if ((trouble !== undefined) === this.#isTroubled) return;
    this.#isTroubled = trouble !== undefined;
    this.#onTrouble(trouble);
  }
}
