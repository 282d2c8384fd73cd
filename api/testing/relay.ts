import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export interface Relay {
  url: string;
  close(): void;
}

interface RelayOptions {
  /** The path of a Unix socket instead of a port. */
  path?: string;
  /** Called with each chunk that the client sends; false cuts the connection before the chunk. */
  onSent?: (bytes: Buffer) => boolean;
  /** Called with each chunk that the database answers; false cuts the connection before the chunk. */
  onReceived?: (bytes: Buffer) => boolean;
}

/** A proxy between a client and a real database that can cut the connection like the death of the client's process. */
export async function relayTo(
  databaseUrl: string,
  { path, onSent = () => true, onReceived = () => true }: RelayOptions = {},
): Promise<Relay> {
  const target = new URL(databaseUrl);
  const { port, hostname } = target;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = dial(Number(port), hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => [client, database].forEach((one) => void one.destroy()));
    }
    client.on('data', (bytes) => (onSent(bytes) ? database.write(bytes) : client.destroy()));
    database.on('data', (bytes) => (onReceived(bytes) ? client.write(bytes) : client.destroy()));
  }).listen(path === undefined ? { port: 0, host: '127.0.0.1' } : { path });
  await once(server, 'listening');
  if (path === undefined) target.port = String((server.address() as AddressInfo).port); // the server listens on TCP
  return {
    url: target.toString(),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
