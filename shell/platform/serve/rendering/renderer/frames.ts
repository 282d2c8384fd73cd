export const outOfMemoryCode = 86;

/** Heap of the thread that runs bundles, in megabytes. */
export const heapLimit = 192;

/** Memory of a renderer's whole process, buffers outside the heap included, in bytes. */
export const residentLimit = 448 * 1024 * 1024;

/** The longest message between server and renderer, in bytes: a page of two million characters, escaped twice. */
export const longestFrame = 16 * 1024 * 1024;

const headerLength = 4;

/** Encodes a text, or the bytes of one, for a pipe: four bytes with its length in bytes, then the text. */
export function encodeFrame(text: string | Buffer): Buffer {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const header = Buffer.alloc(headerLength);
  header.writeUInt32BE(bytes.length);
  return Buffer.concat([header, bytes]);
}

/** Decodes texts from a pipe. It buffers at most one message of the maximum length. */
export class FrameReader {
  readonly #longest: number;
  readonly #onText: (text: string) => void;
  #parts: Buffer[] = [];
  #held = 0;

  constructor(longest: number, onText: (text: string) => void) {
    this.#longest = longest;
    this.#onText = onText;
  }

  /** @throws RangeError when a message exceeds the maximum length. */
  take(part: Buffer): void {
    this.#parts.push(part);
    this.#held += part.length;
    for (;;) {
      const length = this.#announced();
      if (length === null || this.#held < headerLength + length) return;
      const all = Buffer.concat(this.#parts);
      const end = headerLength + length;
      this.#parts = end < all.length ? [all.subarray(end)] : [];
      this.#held = all.length - end;
      this.#onText(all.toString('utf8', headerLength, end));
    }
  }

  #announced(): number | null {
    if (this.#held < headerLength) return null;
    if ((this.#parts[0]?.length ?? 0) < headerLength) this.#parts = [Buffer.concat(this.#parts)];
    const length = this.#parts[0]?.readUInt32BE() ?? 0;
    if (length > this.#longest) throw new RangeError(`a message of ${length} bytes`);
    return length;
  }
}
