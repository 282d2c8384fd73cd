import { setTimeout as wait } from 'node:timers/promises';

/** A store that does not answer for so long is taken for away, in milliseconds: whoever is in an incident must see a page. */
const patience = 4000;

/** Gives what is loaded, unless that takes too long. */
export async function withPatience<Value>(loading: Promise<Value>): Promise<Value> {
  const ending = new AbortController();
  const late = wait(patience, undefined, { signal: ending.signal }).then(() => {
    throw new Error(`The store has not answered for ${patience / 1000} seconds.`);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    ending.abort();
    late.catch(() => {});
    loading.catch(() => {});
  }
}
