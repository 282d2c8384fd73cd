import { once } from 'node:events';
import { createServer } from 'node:net';

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await once(server.close(), 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * Checks that a port is free.
 * @throws Error with one sentence that names the port, and the variable that chooses another.
 */
export async function assertPortFree(port: number, variable: string): Promise<void> {
  const server = createServer().listen(port);
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    const reason = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`;
    const other = `${variable}=${port === 65535 ? 3000 : port + 1}`;
    throw new Error(`The port ${port} ${reason}: choose another with ${variable}, for example ${other}.`);
  });
  await once(server.close(), 'close');
}
