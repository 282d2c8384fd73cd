import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { industries, useCases } from '../../mf-agents/src/content/picker-choices.ts';
import { type RawAnswer, requestRaw } from '../support/raw-request.ts';

const choices = ['personal', 'business'].flatMap((type) =>
  industries.flatMap(({ id: industry }) =>
    useCases.map(({ id: useCase }) => `/custom-ai-agent?type=${type}&industry=${industry}&useCase=${useCase}`),
  ),
);

/** A page that is probably not in the cache yet. */
const newPage = () => choices.splice(Math.floor(Math.random() * choices.length), 1)[0] ?? '';

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

/**
 * The parts of a response that must be the same in every response. The time, the token of the page view and the
 * compression differ: the server compresses a cached page better in the background.
 */
function lasting({ status, headers, bytes }: RawAnswer): object {
  const { date, 'server-timing': view, 'content-length': length, ...others } = headers;
  expect(date).toBeDefined();
  expect(view).toMatch(/^view;desc="[\w.~-]+", measured$/);
  expect(length).toBe(String(bytes.length));
  const decode = decoders[headers['content-encoding'] ?? ''] ?? ((body) => body);
  return { status, body: decode(bytes).toString('utf8'), headers: others };
}

for (const encoding of ['br', 'gzip', 'identity']) {
  test(`a page in ${encoding} is the same before and after caching, with a new token for each view`, async () => {
    const path = newPage();
    const headers = { 'accept-encoding': encoding };
    const first = await requestRaw(path, { headers });
    expect(first.status).toBe(200);
    expect(first.headers['content-encoding'] ?? 'identity').toBe(encoding);
    const again = [await requestRaw(path, { headers }), await requestRaw(path, { headers })];
    for (const answer of again) expect(lasting(answer)).toEqual(lasting(first));
    expect(new Set([first, ...again].map((answer) => answer.headers['server-timing'])).size).toBe(3);
  });
}

test('the cache keeps encodings apart, and GET apart from HEAD', async () => {
  const path = newPage();
  const answers = async () => ({
    brotli: await requestRaw(path, { headers: { 'accept-encoding': 'gzip, br' } }),
    refused: await requestRaw(path, { headers: { 'accept-encoding': 'br;q=0, gzip' } }),
    plain: await requestRaw(path),
    head: await requestRaw(path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } }),
  });
  for (const { brotli, refused, plain, head } of [await answers(), await answers()]) {
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(refused.headers['content-encoding']).toBe('gzip');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.body).toContain('</html>');
    expect(head.body).toBe('');
    expect(Number(head.headers['content-length'])).toBeGreaterThan(1000);
  }
});

test('a conditional request for a page gets 304, cached or not', async () => {
  const path = newPage();
  const { headers } = await requestRaw(path);
  for (let time = 0; time < 2; time++) {
    const answer = await requestRaw(path, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect(answer).toMatchObject({ status: 304, body: '' });
    expect(answer.headers).toMatchObject({ etag: headers.etag, 'x-release-set': headers['x-release-set'] });
    expect(answer.headers).not.toHaveProperty('content-length');
  }
  expect((await requestRaw(path, { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
});

test('other spellings and methods get the same response before and after caching', async () => {
  await requestRaw('/leads');
  expect(await requestRaw('/LEADS/')).toMatchObject({ status: 308, headers: { location: '/leads' } });
  expect((await requestRaw('/leads?from=mail')).status).toBe(200);
  expect((await requestRaw('/leads', { method: 'POST' })).status).toBe(405);
  const missing = await requestRaw('/404-page-not-found');
  expect(await requestRaw('/404-page-not-found')).toMatchObject({ status: 404, body: missing.body });
});
