import { setTimeout as sleep } from 'node:timers/promises';
import type { Composition } from 'kit/contracts/composition';
import type { ReleaseStore } from '../log/release-store.ts';

/** The timeout in milliseconds. Servers need a second, and longer to fetch a release from a distant store. */
const defaultTimeout = 20_000;

/** Whether a switch is the first activation of a remote: until all servers have loaded it, some cannot serve its pages. */
export function isFirstActivation({ action, from }: Pick<Composition, 'action' | 'from'>): boolean {
  return action === 'activate' && from === null;
}

/**
 * Waits until every server with a heartbeat serves a remote.
 *
 * @param revision the revision that activated the remote
 * @param within the timeout in milliseconds
 * @returns the names of the servers that do not serve it at the timeout; null if no server runs
 */
export async function waitUntilServed(
  store: Pick<ReleaseStore, 'readHeartbeats' | 'pace'>,
  { remote, revision }: Pick<Composition, 'remote' | 'revision'>,
  within: number = defaultTimeout,
): Promise<string[] | null> {
  const until = performance.now() + within;
  for (;;) {
    const heartbeats = await store.readHeartbeats(store.pace.heartbeatMaxAge);
    if (heartbeats.length === 0) return null;
    const without = heartbeats.filter(
      ({ serving }) => serving.revision < revision || serving.missing?.includes(remote) === true,
    );
    if (without.length === 0 || performance.now() >= until) return without.map(({ server }) => server).sort();
    await sleep(store.pace.isFree ? 100 : 1000);
  }
}
