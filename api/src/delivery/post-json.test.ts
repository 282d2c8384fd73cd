import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { postEvent } from './post-json.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

describe('an endpoint that answers byte by byte', () => {
  let server: Server;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  /** Sends `first` at once, then single bytes without an end. */
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
    return (timeoutMs: number) =>
      postEvent(
        { url: `http://127.0.0.1:${port}/`, secrets: [] },
        { id: 'msg_1', body: '{}' },
        { allowPrivate: true, timeoutMs },
      );
  };

  it('fails at the timeout if its headers never end', async () => {
    const post = await drip(head, 'x');
    await expect(post(300)).rejects.toMatchObject({
      message: 'no answer within 0.3 s',
      fault: 'unclear',
    });
  });

  it('has accepted the event once its status has arrived', async () => {
    const post = await drip(`${head}\r\n`, 'x');
    await post(5000);
    await once(sockets[0] as Socket, 'close');
  });
});
