import { setTimeout as sleep } from 'node:timers/promises';
import type { Composition } from 'kit/contracts/composition';
import type { ReleaseStore } from '../log/release-store.ts';

/** In milliseconds: servers take a second, and some more to fetch a release from a store that is far away. */
const longest = 20_000;

/** Whether a switch brings a remote that no server serves yet, so that its pages are nowhere until each has it. */
export function isFirstActivation({ action, from }: Pick<Composition, 'action' | 'from'>): boolean {
  return action === 'activate' && from === null;
}

/**
 * Waits until every server with a heartbeat serves a remote.
 * @param revision the one that brought the remote
 * @returns the names of the servers that do not when the time, in milliseconds, is over; null where no server runs
 */
export async function waitUntilServed(
  store: Pick<ReleaseStore, 'readHeads' | 'pace'>,
  { remote, revision }: Pick<Composition, 'remote' | 'revision'>,
  within: number = longest,
): Promise<string[] | null> {
  const until = performance.now() + within;
  for (;;) {
    const heads = await store.readHeads(store.pace.headsCountFor);
    if (heads.length === 0) return null;
    const without = heads.filter(
      ({ serving }) => serving.revision < revision || serving.missing?.includes(remote) === true,
    );
    if (without.length === 0 || performance.now() >= until) return without.map(({ server }) => server).sort();
    await sleep(store.pace.isFree ? 100 : 1000);
  }
}
