import { createServer } from 'node:net';

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Checks that a port is free.
 * @throws Error with one sentence that names the port, and the variable that chooses another.
 */
export function assertPortFree(port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code})`;
      reject(
        new Error(
          `The port ${port} ${reason}: choose another with ${variable}, for example ${variable}=${port === 65535 ? 3000 : port + 1}.`,
        ),
      );
    });
    server.listen(port, () => server.close(() => resolve()));
  });
}
