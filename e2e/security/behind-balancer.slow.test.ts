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

// docs/deploy/nginx.conf, which stands before the real API, behind another nginx that ends TLS. In place of the shell server, one
// that gives back the headers that it gets.

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

/** A request from a visitor's address through the balancer. */
async function through(visitor: string, method: string, address: string, headers: Headers = {}) {
  const socket = connect(balancer.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`PROXY TCP4 ${visitor} 192.0.2.1 50000 443\r\n`);
  const tls = connectTls({ socket, servername: 'localhost', rejectUnauthorized: false });
  const sent = httpRequest({ method, path: address, headers, createConnection: () => tls });
  return answerTo(sent, method);
}

/** A request past the balancer, from an address that nobody named. */
function past(method: string, address: string, headers: Headers = {}) {
  const where = { host: '127.0.0.1', localAddress: '127.0.0.2', port: front.port };
  return answerTo(httpRequest({ ...where, method, path: address, headers, agent: false }), method);
}

async function answerTo(sent: ReturnType<typeof httpRequest>, method: string) {
  sent.end(method === 'POST' ? '{}' : undefined);
  const [answer] = await once(sent, 'response');
  return { headers: answer.headers as IncomingHttpHeaders, body: await json(answer) };
}

/** Posts that the API has counted of a visitor, this one among them. */
async function countPosts(visitor: string, headers: Headers = {}): Promise<number> {
  const type = { 'Content-Type': 'application/json', 'Content-Length': '2' };
  const answer = await through(visitor, 'POST', '/api/leads', { ...type, ...headers });
  return Number(answer.headers['x-ratelimit-limit']) - Number(answer.headers['x-ratelimit-remaining']);
}

(program ? describe : describe.skip)('nginx as it is shipped, behind a balancer that ends TLS', () => {
  beforeAll(prepare, 120_000);
  afterAll(end);

  it('has two visitors counted as two, each by their own address', async () => {
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

  it('passes on what the balancer says of TLS and addresses, and nothing that the visitor says', async () => {
    const forged = { 'X-Forwarded-For': other, 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': 'evil.example' };
    const { body } = await through(one, 'GET', '/', forged);
    expect(body).toMatchObject({ 'x-forwarded-for': one, 'x-forwarded-proto': 'https' });
    expect(body).not.toHaveProperty('x-forwarded-host');
  });

  it('believes nothing of whoever comes past the balancer', async () => {
    const forged = { 'X-Forwarded-For': other, 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example' };
    const { body } = await past('GET', '/_platform/contract', forged);
    expect(body).toMatchObject({ 'x-forwarded-for': '127.0.0.2', 'x-forwarded-proto': 'http' });
    expect(body).not.toHaveProperty('x-forwarded-host');
  });
});
