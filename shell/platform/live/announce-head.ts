import type { ReleasePlatform } from '../policy/release-policy.ts';

/** Between two announcements, in milliseconds. */
const interval = 2000;

/** What was announced longer ago may be of a server that is gone, in milliseconds. */
export const headsCountFor = 10_000;

/**
 * Says in the store which revision is in effect here, as long as this server runs. Whoever switches learns from it whether a
 * revision that does not count now was in effect somewhere.
 */
export function announceHead(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  server: string,
): { stop: () => Promise<void> } {
  const announce = () => store.writeHead(server, chain.current?.composition.revision ?? 0).catch(() => {});
  void announce();
  const timer = setInterval(announce, interval).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await store.writeHead(server, null).catch(() => {});
    },
  };
}
