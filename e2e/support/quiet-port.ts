import { assertPortFree } from '../../shell/start/free-port.ts';

/** Below the range of ephemeral ports (from 32768 on Linux). */
const lowest = 20_000;
const highest = 32_000;

/**
 * Finds a port that stays free, for a service that stops and returns on the same port. By then another connection could
 * have taken an ephemeral port.
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
