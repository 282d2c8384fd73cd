import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it } from '@jest/globals';
import { serve } from '../../testing/serve.ts';
import { buildPageAnswer, sendPageAnswer } from './page-answer.ts';

const answer = buildPageAnswer(200, { ETag: '"a"' }, Buffer.from('page'));

let port: number;
let isLeaving: boolean;

beforeEach(async () => {
  isLeaving = false;
  ({ port } = await serve((request, response) => {
    if (isLeaving) response.setHeader('Connection', 'close');
    sendPageAnswer(request, response, answer, []);
  }));
});

/** Reads one connection until the server closes it, or until this many pages have arrived. */
async function ask(requests: string, pages: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(requests);
  let seen = '';
  socket.on('data', (part: Buffer) => {
    seen += part.toString('latin1');
    if (seen.split('\r\n\r\npage').length > pages) socket.end();
  });
  return text(socket);
}

const request = (version: string, line = '') => `GET / HTTP/${version}\r\nHost: site\r\n${line}\r\n`;

it('a page says nothing of its connection, which stays open for the next one', async () => {
  const both = await ask(request('1.1') + request('1.1'), 2);
  expect(both.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(both).not.toMatch(/^(?:connection|keep-alive):/im);
});

it('says that it closes the connection where it does, and that it keeps it where HTTP/1.0 asks for that', async () => {
  // Otherwise both sides would wait for the other to close the connection.
  expect(await ask(request('1.1', 'Connection: close\r\n'), 2)).toMatch(/^Connection: close\r$/m);
  expect(await ask(request('1.0', 'Connection: keep-alive\r\n'), 1)).toMatch(/^Connection: keep-alive\r$/m);
  isLeaving = true;
  expect(await ask(request('1.1'), 2)).toMatch(/^Connection: close\r$/m);
});
