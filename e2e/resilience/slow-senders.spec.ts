import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { ask, newLead } from '../support/leads.ts';
import { type SiteInParts, startSiteInParts } from '../support/site-in-parts.ts';

// One address sends many forms and holds back the last byte of each. Requests from this machine may name the visitor's address.

const slow = '203.0.113.7';
const honest = '198.51.100.9';

let site: SiteInParts;
const sockets: Socket[] = [];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await startSiteInParts();
});
test.afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
test.afterAll(() => site.stop());

const portOf = () => Number(new URL(site.address).port);

/** Sends a form of this size without its last byte, and collects the response. */
async function holdBack(bytes: number): Promise<{ answer: string }> {
  const socket = connect(portOf(), '127.0.0.1');
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

async function sendForm(name: string) {
  const { key, body } = newLead(name);
  // Larger than the rest of any buffer limit that the 500-byte forms could fill.
  const { status } = await ask(portOf(), 'POST', '/api/leads', body.padEnd(2000), {
    'Idempotency-Key': key,
    'X-Forwarded-For': honest,
  });
  return status;
}

test('535 forms of one address without their last byte block no form of another address', async () => {
  test.slow();
  expect(await sendForm('Before')).toBe(201);
  const large = await Promise.all(Array.from({ length: 205 }, () => holdBack(319 * 1024)));
  const statusesOf = (held: readonly { answer: string }[]) => Object.groupBy(held, ({ answer }) => answer.slice(9, 12));
  // The API refuses bodies that are too large by their Content-Length (413), and requests above a network's limit (429).
  await expect.poll(() => large.filter(({ answer }) => !/^HTTP\/1.1 4(13|29)/.test(answer)).length).toBe(0);
  expect(statusesOf(large)).toHaveProperty('413');
  const small = await Promise.all(Array.from({ length: 330 }, () => holdBack(500)));
  await wait(1000);
  for (let round = 0; round < 5; round += 1) expect(await sendForm(`Meanwhile ${round}`)).toBe(201);
  // Forms above the network's limit are refused at once, the others at the timeout for idle requests.
  await expect.poll(() => Object.keys(statusesOf(small)), { timeout: 30_000 }).toEqual(['408', '429']);
  expect(statusesOf(small)['408']).toHaveLength(64);
});
