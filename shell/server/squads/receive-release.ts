import type { IncomingMessage } from 'node:http';
import { type Publication, type PublishAnswer, publicationSchema } from 'kit/contracts/squad/calls';
import { Publishing, type ReleasePlatform, Text } from '../../platform/index.ts';
import { FrameReader } from './frame-reader.ts';
import type { Semaphore } from './semaphore.ts';
import type { PromisedBody } from './signed-body.ts';
import { SquadRefusal } from './squad-refusal.ts';
import type { UploadStage } from './upload-stage.ts';

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
    throw new SquadRefusal({ status: 400, code: 'bad-request' }, 'An upload begins with the record of its release.');
  }
  const parts: Buffer[] = [];
  for await (const part of frames.readBytes(line.bytes)) parts.push(part);
  const publication = Text.parseJson(publicationSchema, Buffer.concat(parts).toString('utf8'));
  if (publication) return publication;
  throw new SquadRefusal({ status: 400, code: 'bad-request' }, 'The record of this release cannot be read.');
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
      throw new SquadRefusal({ status: 400, code: 'bad-request' }, 'The upload holds what is not in its record.');
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
