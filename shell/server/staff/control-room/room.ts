import type { Composition } from 'kit/contracts/composition';
import type { ReleaseRecord } from 'kit/contracts/release';
import type { Step, StoredAlert } from 'kit/server/alerts/alert-log';
import type { Health, History, Site, StoreNotes } from '../../../platform/index.ts';
import type { ReleaseFigures } from '../../health/site-metrics.ts';

/** Where a release was built from, as its record says it. */
export type ReleaseOrigin = Pick<ReleaseRecord, 'commit' | 'author' | 'pullRequest'>;

/** One remote as the control room shows it. */
export interface RoomRemote {
  name: string;
  /** Undefined when no release is live. */
  state: Composition['remotes'][string] | undefined;
  /** The freeze that is in effect. */
  freeze: Site.Freeze | null;
  /** Where the live release was built from; null when its record cannot be read. */
  origin: ReleaseOrigin | null;
  /** The switch that made the live release live. */
  switched: History.SwitchEntry | undefined;
  /** The counts and the evaluation of the guard. */
  verdict: Health.RemoteVerdict | undefined;
  /** The figures of its releases on this server. */
  figures: readonly ReleaseFigures[];
}

/** The last heartbeat of a server. */
export interface RoomServer {
  name: string;
  revision: number;
  since: string | null;
  version: string | null;
  fallbacks: Readonly<Record<string, string>>;
  /** In milliseconds since 1970. */
  heardAt: number;
  state: 'serves' | 'loads' | 'lags' | 'silent';
}

/** An incident with its trail. */
export interface RoomIncident extends StoredAlert {
  /** What people did with it, oldest first. */
  steps: readonly Step[];
}

/** Everything that the control room shows, as it was known at one moment. */
export interface Room {
  /** Milliseconds since 1970. */
  at: number;
  revision: number;
  /** When the revision in effect was written, ISO 8601; empty when there is none. */
  revisedAt: string;
  remotes: readonly RoomRemote[];
  servers: readonly RoomServer[];
  /** Newest first. */
  log: readonly History.AuditEntry[];
  /** Newest first. */
  incidents: readonly RoomIncident[];
  /** The freeze of the whole site that is in effect. */
  siteFreeze: Site.Freeze | null;
  /** When this server began to count, in milliseconds since 1970. */
  figuresSince: number;
  /** Sentences about problems of the store and about invalid revisions. */
  problems: readonly string[];
  /** Since when the store is unavailable and this page shows older values; null while it can be read. */
  knownSince: number | null;
}

/** Gives the state of a server compared with the revision in effect. */
export function stateOfServer(
  { revision, serving, writtenAt }: Pick<StoreNotes.StoredHead, 'revision' | 'serving' | 'writtenAt'>,
  { now, countsFor, current, revisedAt }: { now: number; countsFor: number; current: number; revisedAt: string },
): RoomServer['state'] {
  if (now - writtenAt > countsFor) return 'silent';
  const isBehind = revision < current || serving.revision < current;
  if (!isBehind) return 'serves';
  // The difference counts in both directions: a revision from a clock far ahead must not hide a server that lags.
  return Math.abs(now - Date.parse(revisedAt)) > countsFor ? 'lags' : 'loads';
}
