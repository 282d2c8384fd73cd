import { setTimeout as sleep } from 'node:timers/promises';
import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import type { ServerHeartbeat } from '../log/notes.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { type LiveSite, servedBy } from './live-site.ts';
import type { ReleasePlatform } from './release-policy.ts';

/** Interval at which the server checks whether its heartbeat has changed, in milliseconds. */
const interval = 500;
/** Heartbeats of dead servers are deleted after this age, in milliseconds. */
const maxAge = 24 * 3_600_000;
const cleanupInterval = 3_600_000;

interface HeartbeatOptions {
  server: string;
  version: string;
  serving: () => LiveSite;
  /** Registers a callback for changes of the served site. The heartbeat is then sent at once, because the next switch reads it. */
  onChange?: (check: () => void) => void;
  /** The shared modules of the served shell. Default: those of the policy. */
  sharedModules?: () => Readonly<Record<string, string>>;
}

/**
 * Writes a heartbeat with the current revision of this server into the store until it stops. Switches read from it whether a
 * now invalid revision was in effect on a server. The gate reads the shared modules of the live shell. Staff see which
 * releases each server really serves, and since when.
 */
export function startHeartbeat(
  { store, chain, policy }: Pick<ReleasePlatform, 'store' | 'chain' | 'policy'>,
  { server, version, serving, onChange, sharedModules = () => policy.sharedModules }: HeartbeatOptions,
): { stop: () => Promise<void> } {
  let sent = '';
  let sentAt = 0;
  let since = new Date().toISOString();
  let served = 0;
  let isStopped = false;
  const send = async () => {
    if (isStopped) return;
    const revision = chain.current?.composition.revision ?? 0;
    const site = serving();
    if (site.revision !== served) since = new Date().toISOString();
    served = site.revision;
    const pages = { revision: served, since, version, ...differencesOf(site, chain.current?.composition) };
    const heartbeat = { revision, sharedModules: sharedModules(), serving: pages };
    const text = JSON.stringify(heartbeat);
    if (text === sent && Date.now() - sentAt < store.pace.heartbeats) return;
    // Set before the write, so that a slow store does not get the same heartbeat twice. A later heartbeat replaces a failed one.
    sent = text;
    sentAt = Date.now();
    await store.writeHeartbeat(server, heartbeat).catch(() => {});
  };
  const cleanUp = () => deleteOldHeartbeats(store).catch(() => {});
  void send();
  onChange?.(() => void send());
  void cleanUp();
  const timer = setInterval(() => void send(), interval).unref();
  const cleanupTimer = setInterval(() => void cleanUp(), cleanupInterval).unref();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      clearInterval(cleanupTimer);
      await store.writeHeartbeat(server, null).catch(() => {});
    },
  };
}

/** Compares what a server serves with the current revision. While its site is of an older one, nothing differs. */
function differencesOf(
  site: LiveSite,
  composition: Composition | undefined,
): Pick<ServerHeartbeat['serving'], 'instead' | 'missing'> {
  if (composition?.revision !== site.revision) return { instead: {} };
  const served = servedBy(site);
  const instead = [...served].filter(([name, id]) => (composition.remotes[name]?.live ?? id) !== id);
  const missing = Object.keys(composition.remotes).filter(
    (name) => name !== shellName && !composition.remotes[name]?.withdrawn && !served.has(name),
  );
  return { instead: Object.fromEntries(instead), ...(missing.length > 0 && { missing }) };
}

async function deleteOldHeartbeats(store: ReleasePlatform['store']): Promise<void> {
  const heartbeats = await store.readHeartbeats(Number.POSITIVE_INFINITY);
  for (const { server, writtenAt } of heartbeats) {
    if (store.now() - writtenAt > maxAge) await store.writeHeartbeat(server, null);
  }
}

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
