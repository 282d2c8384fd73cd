import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export interface Relay {
  url: string;
  close(): void;
}

interface RelayOptions {
  /** A path for a Unix socket in place of a port. */
  path?: string;
  /** Called with each piece that the client sends; when it gives false, the connection is cut before the piece. */
  onSent?: (bytes: Buffer) => boolean;
}

/** Stands between a client and a real database, and can cut the line as the death of the client's process does. */
export async function relayTo(databaseUrl: string, { path, onSent = () => true }: RelayOptions = {}): Promise<Relay> {
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
    database.on('data', (bytes) => client.write(bytes));
  }).listen(path === undefined ? { port: 0, host: '127.0.0.1' } : { path });
  await once(server, 'listening');
  if (path === undefined) target.port = String((server.address() as AddressInfo).port); // It listens on TCP.
  return {
    url: target.toString(),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
