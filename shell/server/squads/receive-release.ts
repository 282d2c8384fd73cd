import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Publication, type PublishAnswer, publicationSchema } from 'kit/contracts/squad/calls';
import { longestUploadLine, parseUploadLine, type UploadLine } from 'kit/contracts/squad/release-upload';
import { parseJson } from 'kit/server/text';
import { Publishing, type ReleasePlatform } from '../../platform/index.ts';
import type { Semaphore } from './semaphore.ts';
import { badRequest, digestRefusal, SquadRefusal } from './squad-refusal.ts';
import type { UploadStage } from './upload-stage.ts';
import type { PromisedBody } from './verify-request.ts';

interface Receiver {
  platform: Pick<ReleasePlatform, 'store' | 'chain'>;
  stage: UploadStage;
  /** A whole release is in memory while it is written to the store. */
  storing: Semaphore;
}

interface Upload {
  request: IncomingMessage;
  promised: PromisedBody;
  remote: string;
  id: string;
}

/**
 * Receives an upload: the publication first, then bytes of files. Publishes the release when all files are complete, and
 * otherwise lists what is missing. An upload may be repeated or interrupted at any time: repeating it until it is published
 * succeeds on any server.
 */
export async function receiveRelease(
  { platform, stage, storing }: Receiver,
  { request, promised, remote, id }: Upload,
): Promise<PublishAnswer> {
  const frames = new FrameReader(request, promised);
  const publication = Publishing.checkPublication(platform, { remote, id, ...(await readPublication(frames)) });
  if (await Publishing.isPublished(platform, publication)) {
    await letGoBy(frames);
    await stage.remove(publication);
    return { state: 'published', remote, id, added: false };
  }
  await takeFiles(frames, publication, stage);
  frames.checkDigest();
  const files = publication.parsed.files;
  const missing = await stage.missing(publication, files);
  if (missing.length > 0) return { state: 'missing', remote, id, missing };
  // Only one release at a time is in memory. Another upload of the same release may have been faster.
  const added = await storing.take(
    async () =>
      !(await Publishing.isPublished(platform, publication)) &&
      Publishing.takePublication(platform, publication, await stage.readAll(publication, files)),
  );
  await stage.remove(publication);
  return { state: 'published', remote, id, added };
}

/** The record has its own signature, so it can be trusted before the upload is complete. */
async function readPublication(frames: FrameReader): Promise<Publication> {
  const line = await frames.readLine();
  const maxBytes = 3_000_000;
  if (line?.kind !== 'publication' || line.bytes > maxBytes) {
    throw badRequest('An upload begins with the record of its release.');
  }
  const parts: Buffer[] = [];
  for await (const part of frames.readBytes(line.bytes)) parts.push(part);
  const publication = parseJson(publicationSchema, Buffer.concat(parts).toString('utf8'));
  if (publication) return publication;
  throw badRequest('The record of this release cannot be read.');
}

async function takeFiles(
  frames: FrameReader,
  publication: Publishing.CheckedPublication,
  stage: UploadStage,
): Promise<void> {
  const sizes = new Map(Object.values(publication.parsed.files).map(({ integrity, bytes }) => [integrity, bytes]));
  let hasBegun = false;
  for (;;) {
    const line = await frames.readLine();
    if (line === null) return;
    const total = line.kind === 'file' ? sizes.get(line.integrity) : undefined;
    if (line.kind !== 'file' || total === undefined || line.offset + line.bytes > total) {
      throw badRequest('The upload holds what is not in its record.');
    }
    if (!hasBegun) await stage.begin(publication);
    hasBegun = true;
    await stage.take(publication, { ...line, total }, frames.readBytes(line.bytes));
  }
}

async function letGoBy(frames: FrameReader): Promise<void> {
  for (let line = await frames.readLine(); line !== null; line = await frames.readLine()) {
    for await (const _ of frames.readBytes(line.bytes));
  }
  frames.checkDigest();
}

/** Reads an upload frame by frame. It reads no faster than the bytes are stored, and no more than the headers declare. */
class FrameReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #promised: PromisedBody;
  readonly #hash = createHash('sha256');
  #rest: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(source: AsyncIterable<Buffer>, promised: PromisedBody) {
    this.#source = source[Symbol.asyncIterator]();
    this.#promised = promised;
  }

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
  return badRequest('The upload is not written as this site takes it: use the newest "npx @beaconfield/remote".');
}
