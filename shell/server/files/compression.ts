import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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

/** The best encoding that a request accepts (RFC 9110, section 12.5.3); `q=0` rejects one. */
export function chooseEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': String(acceptEncoding ?? '') } });
  const accepted = negotiator.encodings([...bySize]);
  return bySize.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}

/** For a page, `best` takes 50 ms, `quick` 2 ms for 10 % more bytes. */
export type Effort = 'quick' | 'best';

const brotliQuality = { quick: 5, best: constants.BROTLI_MAX_QUALITY };
const gzipLevel = { quick: 6, best: constants.Z_BEST_COMPRESSION };

/** In bytes. Small blocks save 75 bytes of a body up to this length; large blocks save 140 bytes of the largest script. */
const maxSmallBlockBody = 131_072;

export async function compress(body: Buffer, encoding: Encoding, effort: Effort = 'best'): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(body, { level: gzipLevel[effort] });
  if (encoding !== 'br') return body;
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGBLOCK]: body.length > maxSmallBlockBody ? constants.BROTLI_MAX_INPUT_BLOCK_BITS : 16,
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
