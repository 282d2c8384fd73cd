import { writeSync } from 'node:fs';

const atOnce = 16_384;
const mostWaiting = 1024 * 1024;
const flushMs = 1000;
/** Warnings and worse: they tell of what may end this process before the next second. */
const urgent = /^\{"level":[4-9]0/;

/**
 * Where the log goes, written in pieces: a write for each line would be a tenth of a request's cost. Not pino's own
 * destination, which tries for ever when a disk is full or a reader is gone: here that costs lines and nothing else.
 */
export class LogOutput {
  private waiting: Buffer = Buffer.alloc(0);
  private lines = '';
  private readonly file: number;

  constructor(file: number) {
    this.file = file;
    setInterval(() => this.flush(), flushMs).unref();
  }

  write(line: string): void {
    this.lines += line;
    if (this.lines.length >= atOnce || urgent.test(line)) this.flush();
  }

  /** Writes what the other side takes now; the rest waits, up to a megabyte. */
  flush(): void {
    let left = Buffer.concat([this.waiting, Buffer.from(this.lines)]);
    this.lines = '';
    try {
      while (left.length > 0) left = left.subarray(writeSync(this.file, left));
    } catch (error) {
      const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      if (!isFull || left.length > mostWaiting) left = Buffer.alloc(0);
    }
    this.waiting = left;
  }
}
