import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildFolder } from '../../platform/testing/build-dist.ts';
import { openServingPlatform } from '../../settings/site-platform.ts';
import { StaffHandler } from './staff-handler.ts';
import { StaffTokens } from './staff-tokens.ts';

let server: Server;
let address: string;

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const handler = new StaffHandler({
    platform: openServingPlatform({ ...process.env, DATA_DIR: await buildFolder() }),
    tokens: new StaffTokens('anna:a-token-of-sixteen-characters'),
    addressOf: () => '192.0.2.7',
    secure: false,
  });
  server = createServer((asked, answer) => void handler.handle(asked, answer, asked.url ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_ops/login`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Asks to log in; the token follows when `send` is called. */
function startAttempt(token: string) {
  const body = `token=${token}`;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length };
  const attempt = request(address, { method: 'POST', headers, agent: false });
  const status = once(attempt, 'response').then(([answer]: IncomingMessage[]) => answer?.resume().statusCode);
  attempt.flushHeaders();
  return { status, send: () => attempt.end(body) };
}

describe('the door of the staff page', () => {
  it('counts wrong tokens that come all at once like those that come one after the other', async () => {
    let arrived = 0;
    const allArrived = Promise.withResolvers<void>();
    server.on('request', () => ++arrived === 20 && allArrived.resolve());
    const attempts = Array.from({ length: 20 }, (_, index) => startAttempt(`wrong-${index}`));
    await allArrived.promise;
    for (const { send } of attempts) send();
    const statuses = await Promise.all(attempts.map(({ status }) => status));
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });
});
