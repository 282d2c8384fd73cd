import type { Composition } from 'kit/contracts/composition';
import type { StoredAlert } from 'kit/server/alerts/alert-log';
import type { Health, History, Site, StoreNotes } from '../../../platform/index.ts';
import type { ReleaseFigures } from '../../health/site-metrics.ts';

/** One remote as the room shows it. */
export interface RoomRemote {
  name: string;
  /** Undefined while nothing of it is live. */
  state: Composition['remotes'][string] | undefined;
  /** What keeps new releases from it now. */
  freeze: Site.Freeze | null;
  /** The key that its live release counts by. */
  publishedBy: string | null;
  /** The switch that made its release live. */
  switched: History.SwitchEntry | undefined;
  /** What the guard knows and thinks of it. */
  verdict: Health.RemoteVerdict | undefined;
  /** What this server counted of its releases. */
  figures: readonly ReleaseFigures[];
}

/** What a server over the store says of itself. */
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

/** Everything that the room shows, as it was known at one moment. */
export interface Room {
  /** Milliseconds since 1970. */
  at: number;
  revision: number;
  /** When the revision in effect was written, ISO 8601; empty before there is one. */
  revisedAt: string;
  remotes: readonly RoomRemote[];
  servers: readonly RoomServer[];
  /** Newest first. */
  log: readonly History.AuditEntry[];
  /** Newest first. */
  incidents: readonly StoredAlert[];
  /** What keeps new releases from the whole site now. */
  siteFreeze: Site.Freeze | null;
  /** When this server began to count, in milliseconds since 1970. */
  figuresSince: number;
  /** Sentences about what is wrong with the store, or does not count in it. */
  problems: readonly string[];
  /** Since when the store cannot be read, as far as this page shows older things; null while it can. */
  knownSince: number | null;
}

/** How a server stands to the revision in effect. */
export function stateOfServer(
  { revision, serving, writtenAt }: Pick<StoreNotes.StoredHead, 'revision' | 'serving' | 'writtenAt'>,
  { now, countsFor, current, revisedAt }: { now: number; countsFor: number; current: number; revisedAt: string },
): RoomServer['state'] {
  if (now - writtenAt > countsFor) return 'silent';
  const isBehind = revision < current || (serving !== null && serving.revision < current);
  if (!isBehind) return 'serves';
  // Either way: one that was written by a clock far ahead hides nobody until that time has come.
  return Math.abs(now - Date.parse(revisedAt)) > countsFor ? 'lags' : 'loads';
}
