import { createHash } from 'node:crypto';
import {
  chooseEncoding,
  compress,
  compressInBackground,
  type Encoding,
  type IsWorthwhile,
  isCompressible,
} from './compression.ts';

export interface BodyVariant {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Resolves to whether a smaller form has replaced the body, once that is known; null for the smallest form. */
  smaller: Promise<boolean> | null;
}

/** In base64url characters, 72 bits. They distinguish the bodies of one URL, and every page carries them in its headers. */
const etagLength = 12;

type Encoded = Omit<BodyVariant, 'headers'>;

interface BodyOptions {
  brotli?: Buffer | null;
  /** Decides before the smallest form is made whether it is worth the time. */
  isWorthwhile?: IsWorthwhile;
}

/**
 * An immutable body with encoded variants that are made on demand. No request waits for the smallest form, which replaces a
 * quick one later. Both decode to the same bytes, so the validator is weak (RFC 9110, section 8.8.1).
 */
export class EncodedBody {
  readonly contentType: string;
  readonly #isCompressible: boolean;
  readonly #etag: string;
  readonly #variants = new Map<Encoding, Encoded | Promise<Encoded>>();
  readonly #body: Buffer;
  readonly #isWorthwhile: IsWorthwhile | undefined;

  constructor(body: Buffer, contentType: string, { brotli = null, isWorthwhile }: BodyOptions = {}) {
    this.#body = body;
    this.#isWorthwhile = isWorthwhile;
    this.#variants.set('identity', { body, smaller: null });
    if (brotli) this.#variants.set('br', { body: brotli, smaller: null });
    this.contentType = contentType;
    this.#isCompressible = isCompressible(contentType);
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, etagLength);
    this.#etag = this.#isCompressible ? `W/"${digest}"` : `"${digest}"`;
  }

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
    const quick = compress(this.#body, encoding, 'quick');
    const smaller = quick
      .then(() => compressInBackground(this.#body, encoding, this.#isWorthwhile))
      .then(
        (body) => {
          if (body) this.#variants.set(encoding, { body, smaller: null });
          return body !== null;
        },
        () => {
          this.#variants.delete(encoding);
          return false;
        },
      );
    const encoded = quick.then((body) => ({ body, smaller }));
    this.#variants.set(encoding, encoded);
    return encoded;
  }
}
