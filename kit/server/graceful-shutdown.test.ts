/** @jest-environment node */
import { once } from 'node:events';
import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from '@jest/globals';
import { GracefulShutdown } from './graceful-shutdown.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function startServer(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response));
  const shutdown = new GracefulShutdown(server);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, shutdown, port };
}

async function ask(port: number, agent: Agent) {
  const sending = request({ port, host: '127.0.0.1', agent }).end();
  const [response] = await once(sending, 'response');
  return { status: response.statusCode, connection: response.headers.connection, body: await text(response) };
}

/** Sends the request from another thread, so that this one can block meanwhile. */
const elsewhere = `
const { connect } = require('node:net');
const { workerData, parentPort } = require('node:worker_threads');
const written = new Int32Array(workerData.written);
const socket = connect(workerData.port, '127.0.0.1', () =>
  socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n', () => Atomics.notify(written, 0, Atomics.store(written, 0, 1))));
let answer = '';
socket.on('data', (bytes) => { answer += bytes; });
socket.on('error', ({ code }) => { answer += code; });
socket.on('close', () => parentPort.postMessage(answer));
`;

it('answers whom the system has connected while the server had no time to look', async () => {
  const { shutdown, port } = await startServer((response) => response.end('here'));
  const written = new SharedArrayBuffer(4);
  const client = new Worker(elsewhere, { eval: true, workerData: { port, written } });
  const reply = once(client, 'message');
  // This thread blocks until the request is in the system's queue.
  expect(Atomics.wait(new Int32Array(written), 0, 0, 30_000)).not.toBe('timed-out');
  await shutdown.end();
  const [answer] = await reply;
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK.*Connection: close.*here/s);
});

it('waits for an answer that is being made, and takes nobody else meanwhile', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const { server, shutdown, port } = await startServer(asked.resolve);
  const answer = ask(port, new Agent({ keepAlive: true }));
  const response = await asked.promise;
  const ended = shutdown.end();
  while (server.listening) await sleep(20);
  await expect(ask(port, new Agent())).rejects.toThrow('ECONNREFUSED');
  response.end('late');
  expect(await answer).toMatchObject({ status: 200, body: 'late' });
  await ended;
});

it('is not held up by who connected and asks for nothing', async () => {
  const { shutdown, port, server } = await startServer((response) => response.end());
  const idle = connect(port, '127.0.0.1');
  await Promise.all([once(idle, 'connect'), once(server, 'connection')]);
  const closed = once(idle, 'close');
  await shutdown.end();
  await closed;
});

it('says with each answer that it is the last one of its connection', async () => {
  const { shutdown, port } = await startServer((response) => response.end('here'));
  const agent = new Agent({ keepAlive: true });
  expect(await ask(port, agent)).toMatchObject({ connection: 'keep-alive' });
  const ended = shutdown.end();
  expect(await ask(port, agent)).toMatchObject({ connection: 'close', body: 'here' });
  await ended;
});
