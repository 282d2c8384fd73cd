import { readAlertLog } from 'kit/server/alerts/alert-log';
import {
  freezeOf,
  judgeSite,
  publishersOf,
  type ReleasePlatform,
  readAudit,
  readVisits,
  remotesIn,
  siteFreezeOf,
  tracksOf,
} from '../../../platform/index.ts';
import type { LastKnown } from './last-known.ts';
import { clocksDiffer } from './measures.ts';
import { noTrack, type Room, type RoomRemote, stateOfServer } from './room.ts';

const day = 24 * 3_600_000;
/** What was measured is shown for as long as it is kept, and servers that fell silent for a day. */
const visitsShown = 30 * day;

/** Reads what the room shows. It never rejects: what cannot be read now is shown as it was known last, and said to be so. */
export async function loadRoom(platform: ReleasePlatform, lastKnown: LastKnown, now = Date.now()): Promise<Room> {
  const { store, chain } = platform;
  const look = lastKnown.look();
  const audit = await look.read('audit', () => readAudit(platform), { entries: [], damaged: [], compositions: [] });
  // Held in memory: a server knows what it serves whatever happens to the store.
  const current = chain.current?.composition;
  const span = { from: now - visitsShown, to: now + clocksDiffer };
  const [verdicts, publishers, heads, measured, incidents] = await Promise.all([
    look.read('verdicts', async () => (current ? judgeSite(store, current) : []), []),
    look.read('publishers', () => publishersOf(platform), new Map<string, string | null>()),
    look.read('heads', () => store.readHeads(day), []),
    look.read('visits', () => readVisits(store, span), { visits: [], sets: [], problems: [] }),
    look.read('incidents', async () => (await readAlertLog(store.incidents)).alerts, []),
  ]);
  const newestFirst = audit.entries.toReversed();
  const switches = newestFirst.filter((entry) => 'to' in entry && entry.action !== 'budget');
  const tracks = tracksOf(audit.compositions);
  const names = [...new Set([...remotesIn(chain.rights.namespaces), ...Object.keys(current?.remotes ?? {})])].sort();
  const remotes = names.map((name): RoomRemote => {
    const state = current?.remotes[name];
    return {
      name,
      state,
      freeze: current ? freezeOf(current, name, new Date(now).toISOString()) : null,
      publishedBy: publishers.get(name) ?? null,
      switched: switches.find(({ remote, to, action }) => remote === name && to === state?.live && isMaking(action)),
      verdict: verdicts.find(({ remote }) => remote === name),
      track: tracks.get(name) ?? noTrack,
      visits: measured.visits.filter(({ remote }) => remote === name),
    };
  });
  const revision = current?.revision ?? 0;
  const revisedAt = current?.at ?? '';
  const since = { now: store.now(), countsFor: store.pace.headsCountFor, current: revision, revisedAt };
  const servers = heads.map((head) => ({
    name: head.server,
    revision: head.serving?.revision ?? head.revision,
    since: head.serving?.since ?? null,
    version: head.serving?.version ?? null,
    fallbacks: head.serving?.instead ?? {},
    heardAt: head.writtenAt,
    state: stateOfServer(head, since),
  }));
  const problems = [...new Set([...store.problems, ...look.problems, ...audit.damaged, ...measured.problems])];
  const { knownSince } = look;
  const siteFreeze = current ? siteFreezeOf(current, new Date(now).toISOString()) : null;
  const known = { log: newestFirst, incidents, siteFreeze, problems, knownSince };
  return { at: now, revision, revisedAt, remotes, servers, ...known };
}

/** Actions that make a release live. */
function isMaking(action: string): boolean {
  return action === 'activate' || action === 'promote' || action === 'rollback' || action === 'undo';
}
