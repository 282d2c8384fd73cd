import type { ReleasePlatform } from '../policy/release-policy.ts';

/** Between two looks whether another revision is in effect, in milliseconds. */
const interval = 500;

/**
 * Says in the store which revision is in effect here, as long as this server runs. Whoever switches learns from it whether a
 * revision that does not count now was in effect somewhere, and its gate which modules the live shell provides.
 */
export function announceHead(
  { store, chain, policy }: Pick<ReleasePlatform, 'store' | 'chain' | 'policy'>,
  server: string,
  sharedModules: () => Readonly<Record<string, string>> = () => policy.sharedModules,
): { stop: () => Promise<void> } {
  let said: number | null = null;
  let saidAt = 0;
  const announce = async () => {
    const revision = chain.current?.composition.revision ?? 0;
    if (revision === said && Date.now() - saidAt < store.pace.heads) return;
    // Before it is written, so that a slow store is not told twice; one that cannot be written is told again later.
    said = revision;
    saidAt = Date.now();
    await store.writeHead(server, { revision, sharedModules: sharedModules() }).catch(() => {});
  };
  void announce();
  const timer = setInterval(() => void announce(), interval).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await store.writeHead(server, null).catch(() => {});
    },
  };
}
