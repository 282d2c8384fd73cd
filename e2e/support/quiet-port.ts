import { assertPortFree } from '../../shell/start/free-port.ts';

/** Ports below the range that systems give to programs which ask for any port (from 32768 on Linux). */
const lowest = 20_000;
const highest = 32_000;

/**
 * Finds a port that stays free while nobody listens on it, for a service that ends and returns on the same port. A port
 * that the system chose could belong to another connection by then.
 */
export async function findQuietPort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    const isFree = await assertPortFree(port, 'PORT').then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
}
