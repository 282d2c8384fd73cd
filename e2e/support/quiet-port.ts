import { assertPortFree } from '../../shell/start/free-port.ts';

/** Below the ports that systems hand out to whoever asks for any (from 32768 on Linux). */
const lowest = 20_000;
const highest = 32_000;

/**
 * A port that stays free while nobody listens on it, for what goes away and comes back in the same place: one that the
 * system chose could be another connection's by then.
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
