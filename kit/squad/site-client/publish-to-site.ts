import { setTimeout as sleep } from 'node:timers/promises';
import type { MissingFile } from '../../contracts/squad/calls.ts';
import { writeFileLine, writePublicationLine } from '../../contracts/squad/release-upload.ts';
import type { AssembledRelease } from '../release/assemble-release.ts';
import type { SiteClient } from './site-client.ts';
import { SiteError } from './site-error.ts';

/** The size of one upload. It is quartered after each failed upload, down to the minimum. */
const uploadBytes = { first: 4_000_000, min: 60_000 };
/** Rounds without progress before everything goes in one upload, and before the client gives up. */
const maxRounds = { beforeWhole: 3, inAll: 10 };
/** In milliseconds, after a failed upload. */
const delay = 500;

/**
 * Signs a release and uploads it. The client asks which files are missing and sends them until the site has published the
 * release, so a broken connection only repeats the rest. Servers behind a load balancer may each hold a part; a release
 * that makes no progress is therefore sent in one upload.
 * @returns the number of bytes that were sent; `added` is false if the site already had the release.
 * @throws SiteError
 */
export async function publishToSite(client: SiteClient, { record, files }: AssembledRelease) {
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
  let maxBytes = uploadBytes.first;
  // Failed uploads, and uploads without progress, since the last progress.
  let failed = 0;
  let withoutProgress = 0;
  for (;;) {
    const isLast = failed + withoutProgress >= maxRounds.inAll;
    const upload = buildUpload(publication, next, {
      byIntegrity,
      maxBytes: next === all ? Number.MAX_SAFE_INTEGER : maxBytes,
    });
    const answer = await client.upload(record.remote, record.id, upload.content).catch((error: unknown) => {
      const mayBeSmaller = isProxyLimit(error) && upload.bytes > uploadBytes.min;
      if (isLast || !(mayBeSmaller || canRetry(error))) throw explain(error, upload.content.length);
      return error;
    });
    sent += upload.bytes;
    if (answer instanceof SiteError) {
      // A proxy in front of the site may limit or buffer bodies.
      maxBytes = Math.max(maxBytes / 4, uploadBytes.min);
      failed += 1;
      next = [];
      await sleep(Math.max((answer.retryAfter ?? 0) * 1000, delay * (0.5 + Math.random())));
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
    if (open < left) [failed, withoutProgress] = [0, 0];
    else if (upload.bytes > 0) withoutProgress += 1;
    left = open;
    next = withoutProgress >= maxRounds.beforeWhole ? all : answer.missing;
  }
}

/** Builds an upload with as many bytes of the missing files as the limit allows. */
function buildUpload(
  publication: Buffer,
  missing: readonly MissingFile[],
  { byIntegrity, maxBytes }: { byIntegrity: ReadonlyMap<string, Buffer>; maxBytes: number },
): { content: Buffer; bytes: number } {
  const parts = [Buffer.from(writePublicationLine(publication.length)), publication];
  let room = maxBytes;
  for (const { integrity, offset } of missing) {
    const rest = byIntegrity.get(integrity)?.subarray(offset, offset + room);
    if (!rest || rest.length === 0) continue;
    parts.push(Buffer.from(writeFileLine({ integrity, offset, bytes: rest.length })), rest);
    room -= rest.length;
    if (room <= 0) break;
  }
  return { content: Buffer.concat(parts), bytes: maxBytes - room };
}

/** True if a proxy refused the size of a body. The site itself would have given a reason. */
function isProxyLimit(error: unknown): error is SiteError {
  return error instanceof SiteError && error.status === 413 && error.code === 'refused';
}

function explain(error: unknown, bytes: number): unknown {
  if (!isProxyLimit(error)) return error;
  const sentence = `What stands before the site takes no upload of ${Math.ceil(bytes / 1000)} kB (413): its staff let it take 103 MB below /_platform (client_max_body_size in nginx).`;
  return new SiteError('proxy-limit', sentence, { status: 413, cause: error });
}

/** True if the site keeps what arrived: the connection broke, or the site was busy. */
function canRetry(error: unknown): error is SiteError {
  if (!(error instanceof SiteError)) return false;
  return error.code === 'no-answer' || error.code === 'truncated' || [408, 502, 503, 504].includes(error.status ?? 0);
}
