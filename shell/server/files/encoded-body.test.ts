import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, jest } from '@jest/globals';
import { compress } from './compression.ts';
import { EncodedBody } from './encoded-body.ts';

/** Text that compresses, and varies enough that the effort matters. */
const text = Array.from({ length: 4000 }, (_, index) => `line ${(index * 2654435761) % 9973} of a page`).join('\n');
const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

async function finalVariant(body: EncodedBody, encoding: string) {
  for (;;) {
    const variant = await body.variantFor(encoding);
    if (variant.smaller === null) return variant;
    await variant.smaller;
  }
}

describe('a body', () => {
  it.each(['br', 'gzip'] as const)('in %s is there quickly first, and as small as it gets later', async (encoding) => {
    const body = new EncodedBody(Buffer.from(text), 'text/html; charset=utf-8');
    const first = await body.variantFor(encoding);
    expect(first.smaller).not.toBeNull();
    const final = await finalVariant(body, encoding);
    expect(final.body).toEqual(await compress(Buffer.from(text), encoding, 'best'));
    expect(final.body.length).toBeLessThan(first.body.length);
    for (const variant of [first, final]) expect(decoders[encoding](variant.body).toString()).toBe(text);
    // Both variants have the same validator.
    expect(final.headers).toEqual(first.headers);
  });

  it('stays as it is where a smaller form is not worthwhile when its turn comes', async () => {
    const isWorthwhile = jest.fn(async () => false);
    const body = new EncodedBody(Buffer.from(text), 'text/html; charset=utf-8', { isWorthwhile });
    const first = await body.variantFor('br');
    await first.smaller;
    expect(isWorthwhile).toHaveBeenCalledTimes(1);
    expect((await body.variantFor('br')).body).toBe(first.body);
  });

  it('is given as its build compressed it, from the first time on', async () => {
    const brotli = await compress(Buffer.from(text), 'br');
    const body = new EncodedBody(Buffer.from(text), 'text/javascript', { brotli });
    expect(await body.variantFor('gzip, br')).toMatchObject({ body: brotli, smaller: null });
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for "Accept-Encoding: %s" is encoded as %s', async (accepted, encoding) => {
    const { headers } = await new EncodedBody(Buffer.from(text), 'text/plain').variantFor(accepted);
    expect(headers['Content-Encoding']).toBe(encoding);
  });

  it('of a picture is sent as it is', async () => {
    const { headers, body } = await new EncodedBody(Buffer.from(text), 'image/avif').variantFor('br');
    expect(headers).not.toHaveProperty('Content-Encoding');
    expect(body.toString()).toBe(text);
  });
});
