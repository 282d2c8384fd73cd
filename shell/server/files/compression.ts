import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** The name of the file in which the build stores a file's brotli form. */
export function compressedFile(file: string): string {
  return `${file}.br`;
}

const compressibleTypes =
  /^(?:text\/|application\/(?:json|javascript|xml|manifest\+json|problem\+json)|image\/svg\+xml)/;

export function isCompressible(contentType: string): boolean {
  return compressibleTypes.test(contentType);
}

const bySize: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** Browsers send one of a few headers. The limit keeps invented ones from growing the cache. */
const chosenEncodings = new LRUCache<string, Encoding>({
  max: 100,
  memoMethod(header) {
    const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...bySize]);
    return bySize.find((encoding) => accepted.includes(encoding)) ?? 'identity';
  },
});

/** The best encoding that a request accepts (RFC 9110, section 12.5.3); `q=0` rejects one. */
export function chooseEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  return chosenEncodings.memo(String(acceptEncoding ?? ''));
}

/** For a page, `best` takes 50 ms, `close` a third of that for 2 % more bytes, `quick` 2 ms for 10 % more. */
export type Effort = 'quick' | 'close' | 'best';

const brotliQuality = { quick: 5, close: 10, best: constants.BROTLI_MAX_QUALITY };
const gzipLevel = { quick: 6, close: constants.Z_BEST_COMPRESSION, best: constants.Z_BEST_COMPRESSION };

/** In bytes. Small blocks save 75 bytes of a body up to this length; large blocks save 140 bytes of the largest script. */
const maxSmallBlockBody = 131_072;

/**
 * Distance codings (RFC 7932, section 4): postfix bits and direct codes. Only a trial shows which one makes a page
 * smallest; the others take up to 60 bytes more.
 */
const distanceCodes = [
  { postfix: 0, direct: 0 },
  { postfix: 1, direct: 16 },
  { postfix: 2, direct: 32 },
] as const;

/** In bytes; a page of this length fits into the first packets with any distance coding. */
const firstPackets = 12_500;

export async function compress(body: Buffer, encoding: Encoding, effort: Effort = 'best'): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(body, { level: gzipLevel[effort] });
  if (encoding !== 'br') return body;
  const [usual, ...others] = distanceCodes;
  const first = await compressAs(body, effort, usual);
  if (effort !== 'best' || body.length > maxSmallBlockBody || first.length < firstPackets) return first;
  const all = [first];
  for (const codes of others) all.push(await compressAs(body, effort, codes));
  return all.reduce((one, other) => (other.length < one.length ? other : one));
}

function compressAs(body: Buffer, effort: Effort, codes: (typeof distanceCodes)[number]): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGBLOCK]: body.length > maxSmallBlockBody ? constants.BROTLI_MAX_INPUT_BLOCK_BITS : 16,
      [constants.BROTLI_PARAM_NPOSTFIX]: codes.postfix,
      [constants.BROTLI_PARAM_NDIRECT]: codes.direct,
    },
  });
}

/** Resolves to false if nobody will request the smaller form any more. */
export type IsWorthwhile = () => Promise<boolean>;

let queue: Promise<unknown> = Promise.resolve();

/**
 * Makes the smallest form of a body, one body at a time, with a pause as long as the work after each. After a switch many
 * pages queue up at once, and visitors need the CPU. Resolves to null if the form was no longer worthwhile at its turn.
 */
export function compressInBackground(
  body: Buffer,
  encoding: Encoding,
  isWorthwhile: IsWorthwhile = async () => true,
): Promise<Buffer | null> {
  const job = queue.then(async () => {
    if (!(await isWorthwhile())) return { compressed: null, rest: 0 };
    const startedAt = performance.now();
    return { compressed: await compress(body, encoding, 'best'), rest: performance.now() - startedAt };
  });
  queue = job.then(({ rest }) => sleep(rest, undefined, { ref: false })).catch(() => {});
  return job.then(({ compressed }) => compressed);
}
