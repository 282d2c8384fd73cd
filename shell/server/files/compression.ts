import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

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

function parseAcceptEncoding(header: string): Encoding {
  const accepted = new Set(
    header
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => part !== '' && !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}

/** Compresses as hard as the format can: what is compressed here is kept and served many times. */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    return brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    });
  }
  return encoding === 'gzip' ? gzipAsync(body, { level: 9 }) : body;
}
