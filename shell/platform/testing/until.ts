import { setTimeout } from 'node:timers/promises';

/** Waits for what a watch or a server does by itself; rejects after 30 s, a bound for what never comes. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = AbortSignal.timeout(30_000);
  while (!(await isSo())) await setTimeout(5, undefined, { signal: end });
}
