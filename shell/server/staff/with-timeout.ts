import { setTimeout as wait } from 'node:timers/promises';

/** The timeout for the store, in milliseconds. It is short, because in an incident staff must see a page soon. */
const timeout = 4000;

/**
 * Gives the loaded value.
 *
 * @throws Error when it takes too long.
 */
export async function withTimeout<Value>(loading: Promise<Value>): Promise<Value> {
  const ending = new AbortController();
  const late = wait(timeout, undefined, { signal: ending.signal }).then(() => {
    throw new Error(`The store has not answered for ${timeout / 1000} seconds.`);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    ending.abort();
    late.catch(() => {});
    loading.catch(() => {});
  }
}
