import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { signatureBase, writeSignatureParameters } from 'kit/contracts/squad/signed-request';
import { type SquadKey, signRequest } from 'kit/squad/site-client/squad-key';
import { Keys } from '../../platform/index.ts';
import { publicKeyOf, type SquadSite, startSquadSite } from './testing/start-squad-site.ts';
import { SeenNonces } from './verify-request.ts';

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

let site: SquadSite;
let key: SquadKey;
let siteId: string;

beforeAll(async () => {
  site = await startSquadSite();
  key = await site.addSquad('squad-agents');
  siteId = (await site.client().readContract()).site.id ?? '';
});

afterEach(() => {
  site.clock.ahead = 0;
});

/** A valid request: the site's status, or, with a body, a dry run. */
function prepare({ body, now = Date.now(), to = siteId }: { body?: Buffer; now?: number; to?: string } = {}): Sent {
  const method = body ? 'POST' : 'GET';
  const path = body ? '/_platform/api/v1/remotes/mf-agents/switches' : '/_platform/api/v1/status?one=1';
  const url = new URL(path, site.address);
  const headers = { host: url.host, ...signRequest(key, { method, url, site: to, body }, now) };
  return { method, path, headers: lowered(headers), body };
}

function lowered(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Sends it unchanged; fetch would correct some of its errors. */
async function send({
  method,
  path,
  headers,
  body,
}: Sent): Promise<{ status: number; code?: string; message?: string }> {
  const length = body && !('content-length' in headers) ? { 'content-length': String(body.length) } : {};
  const sent = request(site.address, { method, path, headers: { ...headers, ...length }, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const words = (await json(answer)) as { code?: string; message?: string };
  return { ...words, status: answer.statusCode ?? 0 };
}

const call = Buffer.from(JSON.stringify({ action: 'rollback', reason: 'x', dryRun: true }));
/** The platform's own answer shows that the request was accepted. */
const through = { status: 409, code: 'nothing-to-do' };

describe('a signed request', () => {
  it('signs what RFC 9421 says, to the letter', () => {
    const body = Buffer.from('{"hello": "world"}');
    const url = new URL('https://Staging.Example/_platform/api/v1/status?last=3');
    const headers = lowered(signRequest(key, { method: 'POST', url, site: 'ab12', body }, 1_618_884_473_000));
    expect(headers['content-digest']).toBe('sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:');
    const input = headers['signature-input'] ?? '';
    const nonce = /nonce="([\w-]+)"/.exec(input)?.[1];
    const parameters = `("@method" "@authority" "@path" "@query" "platform-site" "content-digest" "content-length");created=1618884473;nonce="${nonce}";keyid="${key.keyId}";alg="ed25519";tag="beaconfield-squad-1"`;
    expect(input).toBe(`sig=${parameters}`);
    const base = [
      '"@method": POST',
      '"@authority": staging.example',
      '"@path": /_platform/api/v1/status',
      '"@query": ?last=3',
      '"platform-site": ab12',
      '"content-digest": sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
      '"content-length": 18',
      `"@signature-params": ${parameters}`,
    ].join('\n');
    expect(headers.signature).toBe(`sig=:${key.sign(base)}:`);
  });

  it('names a key as the site does', () => {
    expect(Keys.keyIdOf(publicKeyOf(key))).toBe(key.keyId);
  });

  it('is taken once', async () => {
    const good = prepare();
    expect(await send(good)).toMatchObject({ status: 200 });
    expect(await send(good)).toMatchObject({ status: 401, code: 'replayed' });
    const withBody = prepare({ body: call });
    expect(await send(withBody)).toMatchObject(through);
    expect(await send(withBody)).toMatchObject({ status: 401, code: 'replayed' });
  });

  const flip = (letter: string) => (letter === 'A' ? 'B' : 'A');
  const later = () => `created=${Math.floor(Date.now() / 1000) + 5}`;
  const headers: [string, string, (value: string) => string][] = [
    ['host', 'host', () => 'other.example'],
    ['digest', 'content-digest', (value) => value.replace(/:(.)/, (_, first) => `:${flip(first)}`)],
    ['time', 'signature-input', (value) => value.replace(/created=\d+/, later)],
    ['nonce', 'signature-input', (value) => value.replace(/nonce="..../, 'nonce="abcd')],
    ['signature', 'signature', (value) => value.replace(/:(.)/, (_, first) => `:${flip(first)}`)],
  ];

  it.each<[string, (sent: Sent) => Sent]>([
    ['method', (sent) => ({ ...sent, method: 'PUT', path: sent.path.replace('switches', 'releases/1.0.0-0a1b2c3d') })],
    ['path', (sent) => ({ ...sent, path: sent.path.replace('mf-agents', 'mf-demos') })],
    ['query', (sent) => ({ ...sent, path: `${sent.path}?last=1` })],
    ...headers.map(([what, name, change]): [string, (sent: Sent) => Sent] => [
      what,
      (sent) => withHeader(sent, name, change),
    ]),
  ])('is refused when somebody changes its %s on the way', async (_, change) => {
    expect(await send(change(prepare({ body: call })))).toMatchObject({ status: 401, code: 'bad-signature' });
    // The nonce was not consumed.
    expect(await send(prepare({ body: call }))).toMatchObject(through);
  });

  it('is refused when its body is another one, longer or shorter', async () => {
    const good = prepare({ body: call });
    const changed = Buffer.from(String(call).replace('"x"', '"y"'));
    expect(await send({ ...good, body: changed })).toMatchObject({ status: 400, code: 'digest' });
    const longer = { ...prepare({ body: call }), body: Buffer.concat([call, Buffer.from(' ')]) };
    expect(await send(longer)).toMatchObject({ status: 401, code: 'bad-signature' });
  });

  it.each([
    ['other algorithms', (value: string) => value.replace('ed25519', 'hmac-sha256')],
    ['fewer components', (value: string) => value.replace(' "content-digest" "content-length"', '')],
    ['another order', (value: string) => value.replace('"@method" "@authority"', '"@authority" "@method"')],
    ['another purpose', (value: string) => value.replace('squad-1', 'squad-2')],
    ['two signatures', (value: string) => `${value}, other=("@method");created=1`],
  ])('takes one profile and no %s', async (_, change) => {
    const sent = withHeader(prepare({ body: call }), 'signature-input', change);
    expect(await send(sent)).toMatchObject({ status: 401, code: 'bad-signature' });
  });

  it('is refused when it is too old, too new, for another site, or unsigned', async () => {
    for (const shift of [-130_000, 130_000]) {
      const sent = prepare({ now: Date.now() + shift });
      expect(await send(sent)).toMatchObject({
        status: 401,
        code: 'clock',
        message: expect.stringContaining('set your clock'),
      });
    }
    for (const shift of [-100_000, 100_000]) {
      expect(await send(prepare({ now: Date.now() + shift }))).toMatchObject({ status: 200 });
    }
    expect(await send(prepare({ to: '0123456789abcdef' }))).toMatchObject({ status: 401, code: 'other-site' });
    const { signature: _, 'signature-input': __, ...headers } = prepare().headers;
    expect(await send({ ...prepare(), headers })).toMatchObject({ status: 401, code: 'unsigned' });
  });

  it('is refused again after its nonce could be forgotten', async () => {
    const sent = prepare({ now: Date.now() + 100_000 });
    expect(await send(sent)).toMatchObject({ status: 200 });
    site.clock.ahead = 215_000;
    expect(await send(sent)).toMatchObject({ code: 'replayed' });
    site.clock.ahead = 225_000;
    expect(await send(sent)).toMatchObject({ code: 'clock' });
  });

  it('does not take a right signature over fewer components, or that was made for something else', async () => {
    const own = writeSignatureParameters(
      { created: Math.floor(Date.now() / 1000), nonce: 'n'.repeat(24), keyId: key.keyId },
      { hasBody: false },
    );
    const signedFor = (sent: Sent, parameters: string) => {
      const [path = '', query = ''] = sent.path.split('?');
      const parts = { method: sent.method, authority: sent.headers.host ?? '', path, query: `?${query}`, site: siteId };
      const signature = `sig=:${key.sign(signatureBase(parts, parameters))}:`;
      return { ...sent, headers: { ...sent.headers, 'signature-input': `sig=${parameters}`, signature } };
    };
    const sent = prepare();
    for (const other of [
      signedFor(prepare({ body: call }), own),
      signedFor(sent, own.replace('squad-1', 'squad-2')),
      signedFor(sent, own.replace(' "@query"', '')),
    ]) {
      expect(await send(other)).toMatchObject({ status: 401, code: 'bad-signature' });
    }
    expect(await send(signedFor(sent, own))).toMatchObject({ status: 200 });
  });
});

function withHeader(sent: Sent, name: string, change: (value: string) => string): Sent {
  return { ...sent, headers: { ...sent.headers, [name]: change(sent.headers[name] ?? '') } };
}

describe('the nonces that were seen', () => {
  it('are bounded for each key, and make room as they end', () => {
    const nonces = new SeenNonces();
    const take = (nonce: number, now: number) => nonces.take('one', String(nonce), { until: now + 1000, now });
    const taken = Array.from({ length: 5000 }, (_, nonce) => take(nonce, 0));
    expect(new Set(taken)).toEqual(new Set(['new']));
    expect(take(5000, 500)).toBe('full');
    expect(nonces.take('other', '1', { until: 1000, now: 500 })).toBe('new');
    expect(take(5000, 1001)).toBe('new');
    expect(take(5000, 1002)).toBe('replayed');
  });
});
