import { readAlertLog } from 'kit/server/alerts/alert-log';
import { Health, History, KeyRights, type ReleasePlatform, Site } from '../../../platform/index.ts';
import type { SiteMetrics } from '../../health/site-metrics.ts';
import type { LastKnownValues } from './last-known-values.ts';
import { readOrigin } from './load-releases.ts';
import { type ReleaseOrigin, type Room, type RoomIncident, type RoomRemote, stateOfServer } from './room.ts';

const day = 24 * 3_600_000;

interface LoadRoomParts {
  platform: ReleasePlatform;
  metrics: Pick<SiteMetrics, 'readFigures' | 'since'>;
  lastKnown: LastKnownValues;
}

/**
 * Reads what the control room shows. It never rejects: what cannot be read now is shown as it was last known, and
 * marked so.
 */
export async function loadRoom({ platform, metrics, lastKnown }: LoadRoomParts, now = Date.now()): Promise<Room> {
  const { store, chain } = platform;
  const look = lastKnown.look();
  const audit = await look.read('audit', () => History.readAudit(platform), {
    entries: [],
    damaged: [],
    compositions: [],
  });
  // This is held in memory, because a server knows what it serves even when the store is unavailable.
  const current = chain.current?.composition;
  const [verdicts, origins, heads, incidents, figures] = await Promise.all([
    look.read('verdicts', async () => (current ? Health.evaluateSite(store, current) : []), []),
    look.read('origins', () => readOrigins(platform), new Map<string, ReleaseOrigin | null>()),
    look.read('heads', () => store.readHeads(day), []),
    look.read('incidents', () => readIncidents(store), []),
    metrics.readFigures(),
  ]);
  const newestFirst = audit.entries.toReversed();
  const switches = newestFirst.filter((entry) => 'to' in entry);
  const names = [
    ...new Set([...KeyRights.remotesIn(chain.rights.namespaces), ...Object.keys(current?.remotes ?? {})]),
  ].sort();
  const remotes = names.map((name): RoomRemote => {
    const state = current?.remotes[name];
    return {
      name,
      state,
      freeze: current ? Site.freezeOf(current, name, new Date(now).toISOString()) : null,
      origin: origins.get(name) ?? null,
      switched: switches.find(({ remote, to, action }) => remote === name && to === state?.live && isMaking(action)),
      verdict: verdicts.find(({ remote }) => remote === name),
      figures: figures.filter(({ remote }) => remote === name),
    };
  });
  const revision = current?.revision ?? 0;
  const revisedAt = current?.at ?? '';
  const since = { now: store.now(), countsFor: store.pace.headsCountFor, current: revision, revisedAt };
  const servers = heads.map((head) => ({
    name: head.server,
    revision: head.serving.revision,
    since: head.serving.since,
    version: head.serving.version,
    fallbacks: head.serving.instead,
    heardAt: head.writtenAt,
    state: stateOfServer(head, since),
  }));
  const problems = [...new Set([...store.problems, ...look.problems, ...audit.damaged])];
  const { knownSince } = look;
  const siteFreeze = current ? Site.siteFreezeOf(current, new Date(now).toISOString()) : null;
  const known = { log: newestFirst, incidents, siteFreeze, figuresSince: metrics.since, problems, knownSince };
  return { at: now, revision, revisedAt, remotes, servers, ...known };
}

/** Reads where the live releases were built from. */
async function readOrigins({
  store,
  chain,
}: Pick<ReleasePlatform, 'store' | 'chain'>): Promise<ReadonlyMap<string, ReleaseOrigin | null>> {
  const states = Object.entries(chain.current?.composition.remotes ?? {});
  const found = states.map(async ([remote, { live }]) => [remote, await readOrigin(store, remote, live)] as const);
  return new Map(await Promise.all(found));
}

async function readIncidents({ incidents }: ReleasePlatform['store']): Promise<RoomIncident[]> {
  const { alerts, stepsOf } = await readAlertLog(incidents);
  return alerts.map((alert) => ({ ...alert, steps: stepsOf(alert) }));
}

/** The actions that make a release live. */
function isMaking(action: string): boolean {
  return action === 'activate' || action === 'promote' || action === 'rollback' || action === 'undo';
}
