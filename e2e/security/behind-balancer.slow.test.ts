import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeDataDir, type Started, startApi, startDatabase, stop } from '../support/api-processes.ts';
import { findNginx, startBalancer, startNginx } from '../support/nginx.ts';
import { makeCertificate } from '../support/tls-front.ts';

// docs/deploy/nginx.conf in front of the real API and behind another nginx that ends TLS. A stub that returns the received
// headers replaces the shell server.

const program = findNginx() ?? '';
const one = '203.0.113.7';
const other = '198.51.100.9';

let shell: Server;
let database: Started;
let api: Started;
let folder: string;
let front: Awaited<ReturnType<typeof startNginx>>;
let balancer: Awaited<ReturnType<typeof startBalancer>>;
const data = makeDataDir();

async function prepare(): Promise<void> {
  shell = createServer((request, response) => response.end(JSON.stringify(request.headers))).listen(0, '127.0.0.1');
  await once(shell, 'listening');
  database = await startDatabase(data.dataDir);
  api = await startApi(database.url, data.dataDir, {}, { rateLimits: true });
  folder = await mkdtemp(path.join(tmpdir(), 'balancer-'));
  // The cast is safe: a TCP server has an address object.
  const ports = { shell: [(shell.address() as AddressInfo).port], api: [api.port] };
  front = await startNginx(program, { ...ports, balancer: '127.0.0.1' });
  balancer = await startBalancer(program, front.port, await makeCertificate(folder));
}

async function end(): Promise<void> {
  await balancer.stop();
  await front.stop();
  await stop(api);
  await stop(database);
  shell.close().closeAllConnections();
  data.remove();
  await rm(folder, { recursive: true });
}

type Headers = Record<string, string>;

/** Sends a request from a visitor's address through the balancer. */
async function through(visitor: string, method: string, address: string, headers: Headers = {}) {
  const socket = connect(balancer.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`PROXY TCP4 ${visitor} 192.0.2.1 50000 443\r\n`);
  const tls = connectTls({ socket, servername: 'localhost', rejectUnauthorized: false });
  const sent = httpRequest({ method, path: address, headers, createConnection: () => tls });
  return answerTo(sent, method);
}

/** Sends a request directly to nginx, from an address that is not a trusted balancer. */
function past(method: string, address: string, headers: Headers = {}) {
  const where = { host: '127.0.0.1', localAddress: '127.0.0.2', port: front.port };
  return answerTo(httpRequest({ ...where, method, path: address, headers, agent: false }), method);
}

async function answerTo(sent: ReturnType<typeof httpRequest>, method: string) {
  sent.end(method === 'POST' ? '{}' : undefined);
  const [answer] = await once(sent, 'response');
  return { headers: answer.headers as IncomingHttpHeaders, body: await json(answer) };
}

/** The number of posts that the API has counted for a visitor, including this one. */
async function countPosts(visitor: string, headers: Headers = {}): Promise<number> {
  const type = { 'Content-Type': 'application/json', 'Content-Length': '2' };
  const answer = await through(visitor, 'POST', '/api/leads', { ...type, ...headers });
  return Number(answer.headers['x-ratelimit-limit']) - Number(answer.headers['x-ratelimit-remaining']);
}

(program ? describe : describe.skip)('nginx as it is shipped, behind a balancer that ends TLS', () => {
  beforeAll(prepare, 120_000);
  afterAll(end);

  it('counts two visitors by their own addresses', async () => {
    expect([await countPosts(one), await countPosts(one)]).toEqual([1, 2]);
    expect([await countPosts(other), await countPosts(one)]).toEqual([1, 3]);
  });

  it.each([
    ['another visitor', other],
    ['the balancer', '127.0.0.1'],
    ['a list that ends with the balancer', `${other}, 127.0.0.1`],
    ['nobody', 'unknown'],
  ])('counts a visitor who claims to be %s as who they are', async (_, claimed) => {
    const before = await countPosts(one);
    const ofOther = await countPosts(other);
    expect(await countPosts(one, { 'X-Forwarded-For': claimed, Forwarded: `for=${claimed}` })).toBe(before + 1);
    expect(await countPosts(other)).toBe(ofOther + 1);
  });

  it('passes on the TLS and address headers of the balancer, and none of the visitor', async () => {
    const forged = { 'X-Forwarded-For': other, 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': 'evil.example' };
    const { body } = await through(one, 'GET', '/', forged);
    expect(body).toMatchObject({ 'x-forwarded-for': one, 'x-forwarded-proto': 'https' });
    expect(body).not.toHaveProperty('x-forwarded-host');
  });

  it('ignores forwarding headers of requests that bypass the balancer', async () => {
    const forged = { 'X-Forwarded-For': other, 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example' };
    const { body } = await past('GET', '/_platform/contract', forged);
    expect(body).toMatchObject({ 'x-forwarded-for': '127.0.0.2', 'x-forwarded-proto': 'http' });
    expect(body).not.toHaveProperty('x-forwarded-host');
  });
});
