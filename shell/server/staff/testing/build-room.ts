import type { StoredAlert } from 'kit/server/alerts/alert-log';
import type { ReleaseVisits } from '../../../platform/index.ts';
import { noTrack, type Room, type RoomRemote } from '../room/room.ts';
import type { StaffRole } from '../staff-role.ts';
import type { StaffSession } from '../staff-session.ts';

export const now = Date.parse('2026-11-22T14:00:00.000Z');
export const hour = 3_600_000;

export function buildSession(role: StaffRole = { kind: 'operate' }): StaffSession {
  return { name: 'Anna', role, csrfToken: 'a-word', id: 'an-id', generation: 0, ends: now + 8 * hour };
}

export function buildRemote(overrides: Partial<RoomRemote> = {}): RoomRemote {
  return {
    name: 'mf-agents',
    state: { live: '1.1.0-0a1b2c3d', previous: '1.0.0-0a1b2c3d', since: '2026-11-22T12:00:00.000Z' },
    freeze: null,
    publishedBy: 'site',
    switched: undefined,
    verdict: undefined,
    track: noTrack,
    visits: [],
    ...overrides,
  };
}

export function buildRoom(overrides: Partial<Room> = {}): Room {
  return {
    at: now,
    revision: 7,
    revisedAt: '2026-11-22T12:00:00.000Z',
    remotes: [buildRemote()],
    servers: [],
    log: [],
    incidents: [],
    siteFreeze: null,
    problems: [],
    knownSince: null,
    ...overrides,
  };
}

/** An hour of page views; `lcp` in seconds. */
export function buildVisits(
  release: string,
  { views = 100, failures = 0, lcp = 1, hoursAgo = 1, role = 'live' as ReleaseVisits['role'] } = {},
): ReleaseVisits {
  // See `binOf`: each bin ends at 1.1 times the end of the one before, from a millisecond on.
  const bin = Math.ceil(Math.log(lcp / 0.001) / Math.log(1.1));
  const start = now - hoursAgo * hour;
  const vitals = { lcp: { [bin]: views }, inp: {}, cls: {} };
  const common = { remote: 'mf-agents', page: '/my-agent', length: hour, errors: 0, networks: '' };
  return { ...common, release, role, start, views, failures, vitals };
}

export function buildIncident(overrides: Partial<StoredAlert> = {}): StoredAlert {
  return {
    ...{ kind: 'guard-acted', key: '7', about: null, subject: 'The guard took a release back', text: 'It went back.' },
    ...{ count: 1, lasts: false, name: 'guard-acted-7', at: new Date(now).toISOString(), endedAt: null },
    ...overrides,
  };
}
