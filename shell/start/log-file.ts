import path from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

export interface LogLimits {
  /** Of one file, in bytes. */
  size: number;
  /** The one that is written and those before it. */
  files: number;
}

/** How long after a failure the file is opened again, in milliseconds. */
const reopenDelay = 1000;
/** What may wait for a slow disk, in bytes; lines beyond it are lost. */
const maxWaiting = 4 * 1024 * 1024;

/**
 * A log of lines that stays within about `size * files` bytes: `api.log` is written, `api.log.1` is the one before it, and so on.
 * What a full disk does not take is lost, and counted in the log once there is room again.
 */
export class LogFile {
  readonly #file: string;
  readonly #limits: LogLimits;
  readonly #onTrouble: (message: string | undefined) => void;
  #stream: RotatingFileStream | undefined;
  #reopenAt = 0;
  #lost = 0;
  #isTroubled = false;

  /** `onTrouble` hears once why nothing can be written, and once without a reason when it can be again. */
  constructor(file: string, limits: LogLimits, onTrouble: (message: string | undefined) => void) {
    this.#file = file;
    this.#limits = limits;
    this.#onTrouble = onTrouble;
  }

  /** Never throws. */
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

  /** Resolves when all that can be written is. */
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
    // Renamed as logrotate does it.
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
