import { createHash } from 'node:crypto';
import { chooseEncoding, compress, type Encoding, isCompressible } from './compression.ts';

/** A body that never changes, with its encoded variants made once and on demand. */
export class EncodedBody {
  readonly contentType: string;
  readonly etag: string;
  readonly #variants = new Map<Encoding, Promise<Buffer>>();
  readonly #body: Buffer;

  /** @param brotli the brotli variant, where a build has made it already. */
  constructor(body: Buffer, contentType: string, brotli: Buffer | null = null) {
    this.#body = body;
    if (brotli) this.#variants.set('br', Promise.resolve(brotli));
    this.contentType = contentType;
    this.etag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  }

  /** The variant for a request's Accept-Encoding, with the headers that belong to it. */
  async variantFor(acceptEncoding: string | string[] | undefined) {
    const compressible = isCompressible(this.contentType);
    const encoding = compressible ? chooseEncoding(acceptEncoding) : 'identity';
    const headers: Record<string, string> = {
      'Content-Type': this.contentType,
      ETag: `"${this.etag}-${encoding}"`,
      ...(compressible ? { Vary: 'Accept-Encoding' } : {}),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    };
    return { headers, body: await this.#variant(encoding) };
  }

  #variant(encoding: Encoding): Promise<Buffer> {
    const known = this.#variants.get(encoding);
    if (known) return known;
    const variant = compress(this.#body, encoding);
    this.#variants.set(encoding, variant);
    return variant;
  }
}
