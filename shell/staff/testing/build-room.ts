import type { ReleaseFigures } from '../../server/health/site-metrics.ts';
import { nextStepOf } from '../control-room/load-room.ts';
import type { Room, RoomIncident, RoomRemote } from '../control-room/room.tsx';
import type { StaffRole } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';

export const now = Date.parse('2026-11-22T14:00:00.000Z');
export const hour = 3_600_000;

export function buildSession(role: StaffRole = { kind: 'operate' }): StaffSession {
  return {
    name: 'Anna',
    role,
    account: 'token Anna',
    csrfToken: 'a-word',
    id: 'an-id',
    generation: 0,
    ends: now + 8 * hour,
  };
}

export function buildRemote(overrides: Partial<RoomRemote> = {}): RoomRemote {
  return {
    name: 'mf-agents',
    state: { live: '1.1.0-0a1b2c3d', previous: '1.0.0-0a1b2c3d', since: '2026-11-22T12:00:00.000Z' },
    freeze: null,
    origin: null,
    switched: undefined,
    nextStep: nextStepOf(overrides.state?.canary),
    verdict: undefined,
    worst: null,
    ...{ figures: [], recent: [] },
    ...overrides,
  };
}

export function buildRoom(overrides: Partial<Room> = {}): Room {
  return {
    at: now,
    revision: 7,
    remotes: [buildRemote()],
    servers: [],
    log: [],
    incidents: [],
    requests: [],
    siteFreeze: null,
    figuresSince: now - hour,
    problems: [],
    knownSince: null,
    ...overrides,
  };
}

/** What this server counted of a release of mf-agents; `lcp` in seconds. */
export function buildFigures(release: string, { views = 100, failures = 0, lcp = 1 } = {}): ReleaseFigures {
  return { remote: 'mf-agents', release, views, failures, p75: { lcp, inp: null, cls: null } };
}

export function buildIncident(overrides: Partial<RoomIncident> = {}): RoomIncident {
  return {
    ...{
      kind: 'guard-acted',
      key: '7',
      about: null,
      subject: 'A release was rolled back automatically',
      text: 'It went back.',
    },
    ...{ count: 1, lasts: false, name: 'guard-acted-7', at: new Date(now).toISOString(), endedAt: null, steps: [] },
    ...overrides,
  };
}
