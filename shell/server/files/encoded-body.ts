import { createHash } from 'node:crypto';
import { chooseEncoding, compress, compressInBackground, type Encoding, isCompressible } from './compression.ts';

/** A body in one encoding, with the headers that belong to it. */
export interface BodyVariant {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** False while a smaller form of it is still being made. */
  isFinal: boolean;
}

interface Encoded {
  body: Buffer;
  isFinal: boolean;
}

/**
 * A body that never changes, with its encoded variants made on demand. Nobody waits for the smallest form: it is made
 * behind a quick one and takes its place. Both decode to the same, so the validator is a weak one (RFC 9110, 8.8.1).
 */
export class EncodedBody {
  readonly contentType: string;
  readonly #isCompressible: boolean;
  readonly #etag: string;
  readonly #variants = new Map<Encoding, Encoded | Promise<Encoded>>();
  readonly #body: Buffer;

  /** @param brotli the brotli variant, where a build has made it already. */
  constructor(body: Buffer, contentType: string, brotli: Buffer | null = null) {
    this.#body = body;
    this.#variants.set('identity', { body, isFinal: true });
    if (brotli) this.#variants.set('br', { body: brotli, isFinal: true });
    this.contentType = contentType;
    this.#isCompressible = isCompressible(contentType);
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, 27);
    this.#etag = this.#isCompressible ? `W/"${digest}"` : `"${digest}"`;
  }

  /** The variant for a request's Accept-Encoding. */
  async variantFor(acceptEncoding: string | string[] | undefined): Promise<BodyVariant> {
    const encoding = this.#isCompressible ? chooseEncoding(acceptEncoding) : 'identity';
    const headers: Record<string, string> = {
      'Content-Type': this.contentType,
      ETag: this.#etag,
      ...(this.#isCompressible ? { Vary: 'Accept-Encoding' } : {}),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    };
    return { headers, ...(await this.#variant(encoding)) };
  }

  #variant(encoding: Encoding): Encoded | Promise<Encoded> {
    const known = this.#variants.get(encoding);
    if (known) return known;
    const quick = compress(this.#body, encoding, 'quick').then((body) => ({ body, isFinal: false }));
    this.#variants.set(encoding, quick);
    const best = quick.then(() => compressInBackground(this.#body, encoding));
    best.then(
      (body) => this.#variants.set(encoding, { body, isFinal: true }),
      () => this.#variants.delete(encoding),
    );
    return quick;
  }
}
