import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { ask, newLead } from '../support/leads.ts';

// One address sends many forms and holds back the last byte of each. Requests from this machine may name the visitor's address.

const slow = '203.0.113.7';
const honest = '198.51.100.9';

const sockets: Socket[] = [];

test.afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends a form of this size without its last byte, and collects the response. */
async function holdBack(port: number, bytes: number): Promise<{ answer: string }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const seen = { answer: '' };
  socket.on('data', (part) => {
    seen.answer += part;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = `POST /api/leads HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${slow}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: ${bytes}\r\n\r\n{"name":"${'x'.repeat(bytes - 10)}`);
  return seen;
}

async function sendForm(port: number, name: string) {
  const { key, body } = newLead(name);
  // Larger than the rest of any buffer limit that the 500-byte forms could fill.
  const { status } = await ask(port, 'POST', '/api/leads', body.padEnd(2000), {
    'Idempotency-Key': key,
    'X-Forwarded-For': honest,
  });
  return status;
}

// The proxy itself is tried with more of them without an API (shell/server/http/proxy.test.ts).
test('170 forms of one address without their last byte block no form of another address', async ({ baseURL }) => {
  const port = Number(new URL(baseURL ?? '').port);
  expect(await sendForm(port, 'Before')).toBe(201);
  const large = await Promise.all(Array.from({ length: 70 }, () => holdBack(port, 319 * 1024)));
  const statusesOf = (held: readonly { answer: string }[]) => Object.groupBy(held, ({ answer }) => answer.slice(9, 12));
  // The API refuses bodies that are too large by their Content-Length (413), and requests above a network's limit (429).
  await expect.poll(() => large.filter(({ answer }) => !/^HTTP\/1.1 4(13|29)/.test(answer)).length).toBe(0);
  expect(statusesOf(large)).toHaveProperty('413');
  const small = await Promise.all(Array.from({ length: 100 }, () => holdBack(port, 500)));
  await wait(1000);
  for (let round = 0; round < 2; round += 1) expect(await sendForm(port, `Meanwhile ${round}`)).toBe(201);
  // Forms above the network's limit are refused at once, the others at the timeout for idle requests.
  await expect.poll(() => Object.keys(statusesOf(small)), { timeout: 30_000 }).toEqual(['408', '429']);
  expect(statusesOf(small)['408']).toHaveLength(64);
});
