import { createHash } from 'node:crypto';
import { longestUploadLine, parseUploadLine, type UploadLine } from 'kit/contracts/squad/release-upload';
import { digestRefusal, type PromisedBody } from './signed-body.ts';
import { SquadRefusal } from './squad-refusal.ts';

/** Reads an upload frame by frame. It reads no faster than the bytes are stored, and no more than the headers declare. */
export class FrameReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #promised: PromisedBody;
  readonly #hash = createHash('sha256');
  #rest: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(source: AsyncIterable<Buffer>, promised: PromisedBody) {
    this.#source = source[Symbol.asyncIterator]();
    this.#promised = promised;
  }

  /** Returns the next line; null at the end of the upload. */
  async readLine(): Promise<UploadLine | null> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end >= 0) {
        const line = parseUploadLine(this.#rest.subarray(0, end).toString('latin1'));
        if (!line) throw unreadable();
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (this.#rest.length > longestUploadLine) throw unreadable();
      if (await this.#readOn()) continue;
      if (this.#rest.length > 0) throw truncated();
      return null;
    }
  }

  /** Yields the bytes after a line as they arrive. */
  async *readBytes(count: number): AsyncGenerator<Buffer> {
    for (let open = count; open > 0; ) {
      if (this.#rest.length === 0 && !(await this.#readOn())) throw truncated();
      const part = this.#rest.subarray(0, open);
      this.#rest = this.#rest.subarray(part.length);
      open -= part.length;
      yield part;
    }
  }

  /** Throws unless the received bytes match the signed digest. */
  checkDigest(): void {
    if (this.#hash.digest('base64') !== this.#promised.digest) throw digestRefusal();
  }

  async #readOn(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) return false;
    this.#length += value.length;
    if (this.#length > this.#promised.bytes) throw unreadable();
    this.#hash.update(value);
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}

function truncated(): SquadRefusal {
  return new SquadRefusal(
    { status: 400, code: 'truncated' },
    'The upload ends in the middle of a file: publish again, and only the rest is sent.',
  );
}

function unreadable(): SquadRefusal {
  return new SquadRefusal(
    { status: 400, code: 'bad-request' },
    'The upload is not written as this site takes it: use the newest "npx @beaconfield/remote".',
  );
}
