import path from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

export interface LogLimits {
  /** Of one file, in bytes. */
  size: number;
  /** The number of files: the current one and its predecessors. */
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
