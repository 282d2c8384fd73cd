import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Where a build leaves the brotli form of a file. */
export function compressedFile(file: string): string {
  return `${file}.br`;
}

const compressibleTypes =
  /^(?:text\/|application\/(?:json|javascript|xml|manifest\+json|problem\+json)|image\/svg\+xml)/;

export function isCompressible(contentType: string): boolean {
  return compressibleTypes.test(contentType);
}

/** Browsers send one of a few headers; what others make up must not grow it. */
const chosenBefore = new LRUCache<string, Encoding>({ max: 100 });

/** The best encoding that a request accepts (RFC 9110, section 12.5.3); `q=0` refuses one. */
export function chooseEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  const header = String(acceptEncoding ?? '');
  const known = chosenBefore.get(header);
  if (known) return known;
  const encoding = parseAcceptEncoding(header);
  chosenBefore.set(header, encoding);
  return encoding;
}

/** Of what a client accepts, the smallest. */
const bySize: readonly Encoding[] = ['br', 'gzip', 'identity'];

function parseAcceptEncoding(header: string): Encoding {
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...bySize]);
  return bySize.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}

/** For a page, `best` takes 50 ms, `close` a third of that for 2 % more bytes, `quick` 2 ms for a tenth more. */
export type Effort = 'quick' | 'close' | 'best';

const brotliQuality = { quick: 5, close: 10, best: constants.BROTLI_MAX_QUALITY };
const gzipLevel = { quick: 6, close: constants.Z_BEST_COMPRESSION, best: constants.Z_BEST_COMPRESSION };

/** Up to this length small blocks save 75 bytes of a page, beyond it large ones 140 of the largest script; in bytes. */
const pageLike = 131_072;

/**
 * Ways to code distances (RFC 7932, section 4), as postfix bits and direct codes. Which one makes a page shortest is known
 * afterwards alone: the others take up to 60 bytes more.
 */
const distanceCodes = [
  { postfix: 0, direct: 0 },
  { postfix: 1, direct: 16 },
  { postfix: 2, direct: 32 },
] as const;

/** Below it a page and its headers fit into the first packets whichever way it is coded; in bytes. */
const comfortable = 12_500;

export async function compress(body: Buffer, encoding: Encoding, effort: Effort = 'best'): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(body, { level: gzipLevel[effort] });
  if (encoding !== 'br') return body;
  const [usual, ...others] = distanceCodes;
  const first = await compressAs(body, effort, usual);
  if (effort !== 'best' || body.length > pageLike || first.length < comfortable) return first;
  const all = [first];
  for (const codes of others) all.push(await compressAs(body, effort, codes));
  return all.reduce((one, other) => (other.length < one.length ? other : one));
}

function compressAs(body: Buffer, effort: Effort, codes: (typeof distanceCodes)[number]): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGBLOCK]: body.length > pageLike ? constants.BROTLI_MAX_INPUT_BLOCK_BITS : 16,
      [constants.BROTLI_PARAM_NPOSTFIX]: codes.postfix,
      [constants.BROTLI_PARAM_NDIRECT]: codes.direct,
    },
  });
}

/** Whether something may be made smaller now; resolves when it is known, to false where nobody will ask for it any more. */
export type IsWorthwhile = () => Promise<boolean>;

let queue: Promise<unknown> = Promise.resolve();

/**
 * The smallest form, made when all that were asked for before are done, and with a pause as long as the work: after a switch
 * many pages want theirs at once, and visitors need the processors. Null where it was not worthwhile when its turn came.
 */
export function compressInBackground(
  body: Buffer,
  encoding: Encoding,
  isWorthwhile: IsWorthwhile = async () => true,
): Promise<Buffer | null> {
  const turn = queue.then(async () => {
    if (!(await isWorthwhile())) return { compressed: null, rest: 0 };
    const began = performance.now();
    return { compressed: await compress(body, encoding, 'best'), rest: performance.now() - began };
  });
  queue = turn.then(({ rest }) => wait(rest, undefined, { ref: false })).catch(() => {});
  return turn.then(({ compressed }) => compressed);
}
