import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { postJson } from './post-json.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

describe('an endpoint that answers byte by byte', () => {
  let server: Server;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  /** Says `first` at once, then one byte after the other and never the end. */
  const drip = async (first: string, byte: string) => {
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', async () => {
        socket.write(first);
        while (!socket.destroyed) {
          await sleep(10);
          socket.write(byte);
        }
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // It listens on TCP.
    return { url: new URL(`http://127.0.0.1:${port}/`), body: '{}', headers: {}, allowPrivate: true };
  };

  it('is left at the deadline when its headers never end, however much comes', async () => {
    const post = await drip(head, 'x');
    await expect(postJson({ ...post, timeoutMs: 300 })).rejects.toMatchObject({
      message: 'no answer within 0.3 s',
      fault: 'unclear',
    });
  });

  it('has taken the event once its status is there: nobody waits for the rest', async () => {
    const post = await drip(`${head}\r\n`, 'x');
    await postJson({ ...post, timeoutMs: 5000 });
    await once(sockets[0] as Socket, 'close');
  });
});
