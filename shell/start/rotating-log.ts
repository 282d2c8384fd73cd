import { closeSync, fstatSync, ftruncateSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface LogLimits {
  /** Of one file, in bytes. */
  size: number;
  /** The one that is written and those before it. */
  files: number;
}

const newline = 0x0a;

/**
 * A log that stays within `size * files` bytes: `api.log` is written, `api.log.1` is the one before it, and so on. Each
 * write is handed to the system before it returns, so that the last lines of a crash are there; the ready-made
 * streams keep lines in memory, and end for good when a disk is full once.
 */
export class RotatingLog {
  readonly #file: string;
  readonly #limits: LogLimits;
  readonly #onTrouble: (message: string | undefined) => void;
  #descriptor: number | undefined;
  #size = 0;
  #left: Buffer = Buffer.alloc(0);
  #isInLine = false;
  #lost = 0;

  /** `onTrouble` hears once why nothing can be written, and once without a reason when it can be again. */
  constructor(file: string, limits: LogLimits, onTrouble: (message: string | undefined) => void) {
    this.#file = file;
    this.#limits = limits;
    this.#onTrouble = onTrouble;
  }

  /** Never throws: what a full disk does not take is lost, and counted. */
  write(bytes: Buffer): void {
    this.#left = bytes;
    try {
      if (this.#lost > 0) this.#say(lostWords(this.#lost));
      this.#open();
      if (this.#size > 0 && this.#size + bytes.length > this.#limits.size) this.#finishFile();
      this.#append(this.#left.length);
      if (this.#lost > 0) this.#onTrouble(undefined);
      this.#lost = 0;
    } catch (error) {
      if (this.#lost === 0) this.#onTrouble(messageOf(error));
      this.#lost += this.#left.length;
      this.close();
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #open(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    this.#descriptor = openSync(this.#file, 'a', 0o600);
    this.#size = fstatSync(this.#descriptor).size;
    return this.#descriptor;
  }

  #say(words: string): void {
    this.#size += writeSync(this.#open(), words);
  }

  /** A disk that is nearly full takes a part. */
  #append(count: number): void {
    for (let left = count; left > 0; ) {
      const written = writeSync(this.#open(), this.#left, 0, left);
      this.#isInLine = this.#left[written - 1] !== newline;
      this.#left = this.#left.subarray(written);
      this.#size += written;
      left -= written;
    }
  }

  /** Ends the line that was begun, and makes place for a new file. */
  #finishFile(): void {
    if (this.#isInLine) this.#append(this.#left.indexOf(newline) + 1);
    this.#rotate(this.#open());
  }

  #rotate(descriptor: number): void {
    try {
      const mostEarlier = this.#limits.files - 1;
      // Also those of a time with more files.
      for (const { name, number } of this.#earlier()) if (number >= mostEarlier) rmSync(name, { force: true });
      for (const { name, number } of this.#earlier()) renameSync(name, `${this.#file}.${number + 1}`);
      renameSync(this.#file, `${this.#file}.1`);
      this.close();
    } catch (error) {
      // Where nothing can be renamed, the log goes on in its file, which must not grow for good either.
      if (this.#size < 2 * this.#limits.size) return;
      ftruncateSync(descriptor);
      this.#size = 0;
      this.#say(`--- begun anew, because the files of this log cannot be renamed: ${messageOf(error)} ---\n`);
    }
  }

  /** The oldest first. */
  #earlier(): { name: string; number: number }[] {
    const folder = path.dirname(this.#file);
    const start = `${path.basename(this.#file)}.`;
    return readdirSync(folder)
      .filter((name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)))
      .map((name) => ({ name: path.join(folder, name), number: Number(name.slice(start.length)) }))
      .sort((a, b) => b.number - a.number);
  }
}

const lostWords = (bytes: number) => `\n--- ${bytes} bytes were lost here, which could not be written ---\n`;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
