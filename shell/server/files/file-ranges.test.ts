import { beforeAll, expect, it } from '@jest/globals';
import { serve } from '../../testing/serve.ts';
import { EncodedBody } from './encoded-body.ts';
import { immutable, sendFile } from './file-set.ts';

const sound = Buffer.from('0123456789');
const files: Record<string, EncodedBody> = {
  '/sound': new EncodedBody(sound, 'audio/mpeg'),
  '/empty': new EncodedBody(Buffer.alloc(0), 'audio/mpeg'),
  '/text': new EncodedBody(sound, 'text/vtt; charset=utf-8'),
};
let url: string;

beforeAll(async () => {
  ({ url } = await serve((request, response) => {
    void sendFile(request, response, Promise.resolve(files[request.url ?? '']), immutable);
  }));
});

async function ask(headers: Record<string, string>, { path = '/sound', method = 'GET' } = {}) {
  const answer = await fetch(url + path, { method, headers });
  const { status } = answer;
  const text = await answer.text();
  return { status, range: answer.headers.get('content-range'), text, headers: answer.headers };
}

it.each([
  ['bytes=0-1', '01', 'bytes 0-1/10'],
  ['bytes=0-', '0123456789', 'bytes 0-9/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=9-9', '9', 'bytes 9-9/10'],
  ['bytes=8-99999999999999999999', '89', 'bytes 8-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=-99', '0123456789', 'bytes 0-9/10'],
])('"%s" is answered with that part', async (range, text, contentRange) => {
  const answer = await ask({ range });
  expect(answer).toMatchObject({ status: 206, text, range: contentRange });
  expect(answer.headers.get('content-length')).toBe(String(text.length));
  expect(answer.headers.get('accept-ranges')).toBe('bytes');
  expect(answer.headers.get('cache-control')).toBe(immutable);
});

it.each([
  ['bytes=10-', '/sound', 10],
  ['bytes=99-100', '/sound', 10],
  ['bytes=-0', '/sound', 10],
  ['bytes=0-', '/empty', 0],
])('"%s" of %s holds no byte, which 416 says with the length', async (range, path, length) => {
  const answer = await ask({ range }, { path });
  expect(answer).toMatchObject({ status: 416, range: `bytes */${length}` });
  expect(JSON.parse(answer.text)).toMatchObject({ message: `The file has ${length} bytes.` });
});

it.each(['bytes=', 'bytes=-', 'bytes=5-2', 'bytes=1-2,4-5', 'bytes=a-b', 'bytes=1e1-', 'items=0-1', 'bytes 0-1'])(
  '"%s" is ignored',
  async (range) => {
    const answer = await ask({ range });
    expect(answer).toMatchObject({ status: 200, text: String(sound), range: null });
  },
);

it('a part goes on only in the same file, by its strong validator', async () => {
  const etag = (await ask({})).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]+"$/);
  const range = 'bytes=0-1';
  expect(await ask({ range, 'if-range': etag })).toMatchObject({ status: 206, text: '01' });
  for (const other of ['"other"', `W/${etag}`, 'Thu, 26 Nov 2026 10:00:00 GMT']) {
    expect(await ask({ range, 'if-range': other })).toMatchObject({ status: 200, text: String(sound) });
  }
  expect(await ask({ range, 'if-none-match': etag, 'cache-control': 'max-age=0' })).toMatchObject({
    status: 304,
    range: null,
  });
});

it('HEAD says that there are ranges and has none; a text, whose compressed forms are other bytes, is whole', async () => {
  const head = await ask({ range: 'bytes=0-1' }, { method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, range: null });
  expect(head.headers.get('accept-ranges')).toBe('bytes');
  expect(head.headers.get('content-length')).toBe('10');
  const text = await ask({ range: 'bytes=0-1' }, { path: '/text' });
  expect(text).toMatchObject({ status: 200, range: null, text: String(sound) });
  expect(text.headers.get('accept-ranges')).toBeNull();
});
