import { once } from 'node:events';
import { request } from 'node:http';
import { connect, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '../../platform/testing/until.ts';
import { serve } from '../../testing/serve.ts';
import { createApiProxy } from './proxy.ts';
import { createVisitorAddressReader } from './read-request.ts';

const open: Socket[] = [];

afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Requests whose bodies have not arrived at the API. */
let halfSent = 0;

async function proxyTo(api: string): Promise<string> {
  const proxy = createApiProxy(api, createVisitorAddressReader(''));
  return (await serve((request, response) => void proxy(request, response))).url;
}

/** A proxy in front of an API that echoes its requests. */
async function startSite(): Promise<string> {
  const { url } = await serve((request, response) => {
    halfSent += 1;
    response.once('close', () => {
      halfSent -= 1;
    });
    let bytes = 0;
    request.on('data', (part: Buffer) => {
      bytes += part.length;
    });
    request.once('end', () => {
      const { method, headers } = request;
      response.end(`${method} ${headers['content-length'] ?? headers['transfer-encoding'] ?? 'none'} ${bytes}`);
    });
  });
  return proxyTo(url);
}

/** Starts to post a form from an address; the returned function returns the answer so far. */
async function sendHalf(site: string, address: string): Promise<() => string> {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  let answer = '';
  socket.on('data', (part) => {
    answer += part;
  });
  await once(socket, 'connect');
  socket.write(`POST /api/leads HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Length: 500\r\n\r\n{"`);
  return () => answer;
}

describe('the way to the API', () => {
  it('stays open for others while one network has half sent 300 forms, most of which are refused in words', async () => {
    const site = await startSite();
    const halves = await Promise.all(
      Array.from({ length: 300 }, (_, number) => sendHalf(site, `203.0.113.${number % 250}`)),
    );
    const refused = () => halves.filter((answer) => answer().startsWith('HTTP/1.1 429 '));
    await until(() => refused().length === 300 - 64);
    expect(refused()[0]?.()).toContain('Too many forms are being sent from your network at the moment.');
    const headers = { 'X-Forwarded-For': '198.51.100.9' };
    await expect(fetch(`${site}/api/leads`).then((answer) => answer.text())).resolves.toBe('GET none 0');
    const form = { method: 'POST', headers, body: 'x'.repeat(1000) };
    await expect(fetch(`${site}/api/leads`, form).then((answer) => answer.text())).resolves.toBe('POST 1000 1000');
  });

  it('takes as many forms of a network again once those before them are over', async () => {
    const site = await startSite();
    const ofThem = { method: 'POST', headers: { 'X-Forwarded-For': '203.0.113.7' }, body: 'x' };
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(Array.from({ length: 64 }, () => sendHalf(site, '203.0.113.7')));
      await until(() => halfSent === 64);
      expect((await fetch(`${site}/api/leads`, ofThem)).status).toBe(429);
      for (const socket of open) socket.destroy();
      await until(() => halfSent === 0);
      expect((await fetch(`${site}/api/leads`, ofThem)).status).toBe(200);
    }
  });

  it('answers in words when the API ends before or in the middle of a form', async () => {
    const { server, url } = await serve((request) => request.once('data', () => request.socket.destroy()));
    const site = await proxyTo(url);
    const half = await sendHalf(site, '203.0.113.7');
    await until(() => half().endsWith('}'));
    expect(half()).toMatch(/^HTTP\/1\.1 503 /);
    expect(half()).toContain('We cannot reach our server at the moment. Please try again in a minute.');
    server.close();
    const answer = await fetch(`${site}/api/leads`, { method: 'POST', body: 'x'.repeat(500_000) });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ status: 503, message: expect.stringContaining('cannot reach') });
  });

  it('passes bodies on whole, with and without a length, also those that are larger than any form', async () => {
    const site = await startSite();
    for (const size of [1, 256 * 1024, 2 * 1024 * 1024]) {
      const body = 'x'.repeat(size);
      const answer = await fetch(`${site}/api/x`, { method: 'POST', body });
      expect(await answer.text()).toBe(`POST ${size} ${size}`);
      const chunked = new Blob([body]).stream();
      // Node's fetch requires `duplex` (Fetch standard, section 5.4), which the types lack.
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: chunked, duplex: 'half' };
      const streamed = await fetch(`${site}/api/x`, init);
      expect(await streamed.text()).toBe(`POST chunked ${size}`);
    }
  });

  it('passes on no trace and no address of a proxy that a visitor names', async () => {
    const { url } = await serve(({ headers }, response) => response.end(JSON.stringify(headers)));
    const site = await proxyTo(url);
    const named = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', tracestate: 'a=b' };
    const others = { baggage: 'c=d', forwarded: 'for=1.2.3.4', 'x-forwarded-host': 'a.example' };
    const answer = await fetch(`${site}/api/leads`, { headers: { ...named, ...others, 'idempotency-key': 'stays' } });
    const passedOn = await answer.json();
    for (const name of Object.keys({ ...named, ...others })) expect(passedOn).not.toHaveProperty(name);
    expect(passedOn).toMatchObject({ 'idempotency-key': 'stays' });
  });

  const key = `bf_test_${'0'.repeat(12)}_${'1'.repeat(48)}`;
  const basic = `Basic ${Buffer.from(`a:${key}`).toString('base64')}`;

  it.each([
    ['in a second Authorization', ['Authorization', 'Basic YTpi', 'Authorization', `Bearer ${key}`]],
    ['in a second User-Agent', ['User-Agent', 'a', 'User-Agent', key]],
    ['in Proxy-Authorization', ['Proxy-Authorization', `Bearer ${key}`]],
    ['as a password in Proxy-Authorization', ['Proxy-Authorization', basic]],
    ['in Forwarded', ['Forwarded', `for=${key.replaceAll('_', '%5F')}`]],
    ['in a second Forwarded', ['Forwarded', 'for=1.2.3.4', 'Forwarded', `for=${key}`]],
    ['in X-Request-Id', ['X-Request-Id', key]],
    ['in TE', ['TE', key]],
  ])(
    'passes on a key %s, so that the API can refuse it instead of keeping the form of nobody',
    async (_where, sent) => {
      const { url } = await serve(({ rawHeaders }, response) => response.end(JSON.stringify(rawHeaders)));
      const get = request(`${await proxyTo(url)}/api/leads`, { headers: ['Host', 'a', ...sent] });
      get.end();
      const [answer] = await once(get, 'response');
      expect(await json(answer)).toContain(sent.at(-1));
    },
  );
});
