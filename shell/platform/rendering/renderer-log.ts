import { oneLine } from '../one-line.ts';

/** Lines of one renderer in one period; whatever writes more has nothing to say. */
const maxLines = 30;
const period = 10_000;
const maxLength = 500;
/** What is held of a line without an end, in characters. */
const maxRest = 4000;

/**
 * What a renderer writes, on its way to the server's log: each line with the name of its release before it, so that none
 * can pass for another's; as many as somebody would read, and never more in memory.
 */
export class RendererLog {
  readonly #name: string;
  readonly #write: (line: string) => void;
  #rest = '';
  #lines = 0;
  #leftOut = 0;
  #since = 0;

  constructor(name: string, write: (line: string) => void) {
    this.#name = name;
    this.#write = write;
  }

  /** Takes a piece of text as it comes. */
  take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, maxRest);
    for (const line of lines) this.say(line);
  }

  /** One sentence, of the renderer or about it. */
  say(line: string): void {
    const clean = oneLine(line).trim().slice(0, maxLength);
    if (clean === '') return;
    const now = Date.now();
    if (now - this.#since >= period) this.#begin(now);
    this.#lines += 1;
    if (this.#lines <= maxLines) this.#write(`[renderer ${this.#name}] ${clean}`);
    else this.#leftOut += 1;
  }

  /** The renderer has ended. */
  end(): void {
    this.take('\n');
    this.#begin(Date.now());
  }

  #begin(now: number): void {
    if (this.#leftOut > 0) this.#write(`[renderer ${this.#name}] ${this.#leftOut} more lines were left out`);
    this.#since = now;
    this.#lines = 0;
    this.#leftOut = 0;
  }
}
