import { setTimeout as wait } from 'node:timers/promises';
import type { MissingFile } from '../../contracts/squad/calls.ts';
import { writeFileLine, writePublicationLine } from '../../contracts/squad/release-upload.ts';
import type { AssembledRelease } from '../release/assemble-release.ts';
import type { SiteClient } from './site-client.ts';
import { SiteError } from './site-error.ts';

/** Of files in one upload; a connection that breaks costs no more. A quarter of it after each that did not get through. */
const packBytes = { first: 4_000_000, least: 60_000 };
/** Rounds without anything gained: those of no use before everything goes in one upload, and all before it is given up. */
const patience = { beforeWhole: 3, inAll: 10 };
/** Between two rounds without gain, in milliseconds. */
const pause = 500;

interface Sent {
  /** False when the site had it already. */
  added: boolean;
  /** What was sent of its files, in bytes. */
  bytes: number;
}

/**
 * Signs a release and brings it to a site: asks what is missing, sends that, and again until it is published. After a dropped
 * connection only the rest is sent. Behind a balancer the servers may know different parts; so a release that gets no
 * further goes in one upload. Throws SiteErrors.
 */
export async function publishToSite(client: SiteClient, { record, files }: AssembledRelease): Promise<Sent> {
  const text = `${JSON.stringify(record, null, 2)}\n`;
  const { keyId, sign } = client.key;
  const signature = `${JSON.stringify({ algorithm: 'Ed25519', keyId, signature: sign(text) })}\n`;
  const publication = Buffer.from(JSON.stringify({ record: text, signature }));
  const byIntegrity = new Map(
    [...files].map(([path, content]) => [record.files[path]?.integrity ?? '', content] as const),
  );
  const all = [...byIntegrity].map(([integrity, { length }]) => ({ integrity, bytes: length, offset: 0 }));
  let next: readonly MissingFile[] = [];
  let left = Number.POSITIVE_INFINITY;
  let sent = 0;
  let most = packBytes.first;
  // Rounds since something was gained: uploads that did not get through, and those that did and were of no use.
  let lost = 0;
  let fruitless = 0;
  for (;;) {
    const isLast = lost + fruitless >= patience.inAll;
    const pack = buildPack(publication, next, { byIntegrity, most: next === all ? Number.MAX_SAFE_INTEGER : most });
    const answer = await client.upload(record.remote, record.id, pack.content).catch((error: unknown) => {
      const mayBeSmaller = isOfProxy(error) && pack.bytes > packBytes.least;
      if (isLast || !(mayBeSmaller || mayGoOn(error))) throw inWords(error, pack.content.length);
      return error;
    });
    sent += pack.bytes;
    if (answer instanceof SiteError) {
      // What stands before the site may take bodies of some size alone, or keep them until they are whole.
      most = Math.max(most / 4, packBytes.least);
      lost += 1;
      next = [];
      await wait(Math.max((answer.retryAfter ?? 0) * 1000, pause * (0.5 + Math.random())));
      continue;
    }
    if (answer.state === 'published') return { added: answer.added, bytes: sent };
    if (isLast) {
      throw new SiteError(
        'upload-stalled',
        `${record.remote} ${record.id} does not arrive whole: publish it again later.`,
      );
    }
    const open = answer.missing.reduce((sum, { bytes, offset }) => sum + bytes - offset, 0);
    if (open < left) [lost, fruitless] = [0, 0];
    else if (pack.bytes > 0) fruitless += 1;
    left = open;
    next = fruitless >= patience.beforeWhole ? all : answer.missing;
  }
}

/** As much of what is missing as one upload takes. */
function buildPack(
  publication: Buffer,
  missing: readonly MissingFile[],
  { byIntegrity, most }: { byIntegrity: ReadonlyMap<string, Buffer>; most: number },
): { content: Buffer; bytes: number } {
  const parts = [Buffer.from(writePublicationLine(publication.length)), publication];
  let room = most;
  for (const { integrity, offset } of missing) {
    const rest = byIntegrity.get(integrity)?.subarray(offset, offset + room);
    if (!rest || rest.length === 0) continue;
    parts.push(Buffer.from(writeFileLine({ integrity, offset, bytes: rest.length })), rest);
    room -= rest.length;
    if (room <= 0) break;
  }
  return { content: Buffer.concat(parts), bytes: most - room };
}

/** A body was too large for what stands before the site: the site itself says why. */
function isOfProxy(error: unknown): error is SiteError {
  return error instanceof SiteError && error.status === 413 && error.code === 'refused';
}

function inWords(error: unknown, bytes: number): unknown {
  if (!isOfProxy(error)) return error;
  const words = `What stands before the site takes no upload of ${Math.ceil(bytes / 1000)} kB (413): its staff let it take 103 MB below /_platform (client_max_body_size in nginx).`;
  return new SiteError('proxy-limit', words, { status: 413, cause: error });
}

/** What ends a connection, or a busy site, leaves what arrived. */
function mayGoOn(error: unknown): error is SiteError {
  if (!(error instanceof SiteError)) return false;
  return error.code === 'no-answer' || error.code === 'truncated' || [408, 502, 503, 504].includes(error.status ?? 0);
}
