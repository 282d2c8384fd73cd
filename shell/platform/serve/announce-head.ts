import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import type { ServerHead } from '../log/notes.ts';
import type { LiveSite } from './live-site.ts';
import type { ReleasePlatform } from './release-policy.ts';

/** Between two looks whether another revision is in effect, in milliseconds. */
const interval = 500;
/** What a server that died left in the store is taken away after this long, in milliseconds. */
const forgottenAfter = 24 * 3_600_000;
const forgetsEvery = 3_600_000;

interface Announced {
  /** A name that no other server has. */
  server: string;
  /** Of the server program, for people. */
  version: string;
  /** The site whose pages it serves now. */
  serving: () => Pick<LiveSite, 'revision' | 'remotes' | 'shell'>;
  /** Has this called when another site is served, which is said at once: whoever switches next goes by it. */
  onChange?: (look: () => void) => void;
  /** What the shell that it serves shares; else what the policy says. */
  sharedModules?: () => Readonly<Record<string, string>>;
}

/**
 * Says in the store which revision is in effect here, as long as this server runs. Whoever switches learns from it whether a
 * revision that does not count now was in effect somewhere, its gate which modules the live shell provides, and staff which
 * releases visitors really get from this server, and since when.
 */
export function announceHead(
  { store, chain, policy }: Pick<ReleasePlatform, 'store' | 'chain' | 'policy'>,
  { server, version, serving, onChange, sharedModules = () => policy.sharedModules }: Announced,
): { stop: () => Promise<void> } {
  let said = '';
  let saidAt = 0;
  let since = new Date().toISOString();
  let served = 0;
  let isOver = false;
  const announce = async () => {
    if (isOver) return;
    const revision = chain.current?.composition.revision ?? 0;
    const site = serving();
    if (site.revision !== served) since = new Date().toISOString();
    served = site.revision;
    const instead = findFallbacks(site, chain.current?.composition);
    const missing = findMissing(site, chain.current?.composition);
    const pages = { revision: served, since, version, instead, ...(missing.length > 0 && { missing }) };
    const head = { revision, sharedModules: sharedModules(), serving: pages };
    const says = JSON.stringify(head);
    if (says === said && Date.now() - saidAt < store.pace.heads) return;
    // Before it is written, so that a slow store is not told twice; one that cannot be written is told again later.
    said = says;
    saidAt = Date.now();
    await store.writeHead(server, head).catch(() => {});
  };
  const forget = () => forgetOldHeads(store).catch(() => {});
  void announce();
  onChange?.(() => void announce());
  void forget();
  const timer = setInterval(() => void announce(), interval).unref();
  const forgetting = setInterval(() => void forget(), forgetsEvery).unref();
  return {
    stop: async () => {
      isOver = true;
      clearInterval(timer);
      clearInterval(forgetting);
      await store.writeHead(server, null).catch(() => {});
    },
  };
}

/** Of the revision in effect alone: what an older one names is no fault of this moment. */
function findFallbacks(
  { revision, remotes, shell }: Pick<LiveSite, 'revision' | 'remotes' | 'shell'>,
  composition: { revision: number; remotes: Readonly<Record<string, { live: string }>> } | undefined,
): ServerHead['serving']['instead'] {
  if (composition?.revision !== revision) return {};
  const parts = [...remotes, ...(shell ? [{ name: shellName, live: shell.live }] : [])];
  const others = parts.filter(({ name, live }) => {
    const named = composition.remotes[name]?.live;
    return named !== undefined && named !== live.record.id;
  });
  return Object.fromEntries(others.map(({ name, live }) => [name, live.record.id]));
}

/** Of the revision in effect alone, too. */
function findMissing(
  { revision, remotes }: Pick<LiveSite, 'revision' | 'remotes'>,
  composition: Pick<Composition, 'revision' | 'remotes'> | undefined,
): string[] {
  if (composition?.revision !== revision) return [];
  return Object.entries(composition.remotes)
    .filter(([name, { withdrawn }]) => name !== shellName && !withdrawn && remotes.every((one) => one.name !== name))
    .map(([name]) => name);
}

async function forgetOldHeads(store: ReleasePlatform['store']): Promise<void> {
  const heads = await store.readHeads(Number.POSITIVE_INFINITY);
  for (const { server, writtenAt } of heads) {
    if (store.now() - writtenAt > forgottenAfter) await store.writeHead(server, null);
  }
}
