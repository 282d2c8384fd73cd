import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { earlyHeaders, sendEarlyHeaders } from './early-headers.ts';

type Answer = (response: ServerResponse) => void;

/** The names and values that arrive, but those of Node's own. */
async function headersOf(answer: Answer): Promise<string[]> {
  class Sending extends ServerResponse {}
  sendEarlyHeaders(Sending.prototype);
  const server = createServer({ ServerResponse: Sending }, (_request, response) => {
    earlyHeaders(response).push('X-One', '1', 'X-Two', '2');
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  const response = await fetch(`http://127.0.0.1:${port}`);
  await response.text();
  server.close();
  return [...response.headers].filter(([name]) => name.startsWith('x-')).flat();
}

describe('early headers', () => {
  it.each<[string, Answer, string[]]>([
    ['are sent by who says no more', (response) => response.end('yes'), ['x-one', '1', 'x-two', '2']],
    [
      'may be added to',
      (response) => response.end(earlyHeaders(response).push('X-Three', '3') && ''),
      ['x-one', '1', 'x-three', '3', 'x-two', '2'],
    ],
    [
      'give way to one that is set',
      (response) => response.setHeader('x-two', 'other').setHeader('X-Three', '3').end('yes'),
      ['x-one', '1', 'x-three', '3', 'x-two', 'other'],
    ],
    [
      'give way to one that is sent',
      (response) => response.writeHead(201, { 'X-ONE': 'other' }).end(),
      ['x-one', 'other', 'x-two', '2'],
    ],
    [
      'stand beside a reason and a list',
      (response) => response.writeHead(200, 'Fine', ['X-Three', '3']).end(),
      ['x-one', '1', 'x-three', '3', 'x-two', '2'],
    ],
    [
      'are sent ahead of a body that takes its time',
      (response) => {
        response.flushHeaders();
        setImmediate(() => response.end('yes'));
      },
      ['x-one', '1', 'x-two', '2'],
    ],
  ])('%s', async (_name, answer, expected) => {
    expect(await headersOf(answer)).toEqual(expected);
  });
});
