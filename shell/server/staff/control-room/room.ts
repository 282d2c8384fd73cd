import type { Composition } from 'kit/contracts/composition';
import { partNamePattern, type ReleaseRecord, releaseIdPattern } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import type { Step, StoredAlert } from 'kit/server/alerts/alert-log';
import type { Health, History, Site, StoreNotes } from '../../../platform/index.ts';
import type { ReleaseFigures } from '../../health/site-metrics.ts';
import { addressWith, type Fields, filledIn } from '../staff-http.ts';
import type { StaffRole } from '../staff-members.ts';
import type { ApprovalRequest } from './approvals.ts';
import type { ListedRelease } from './load-room.ts';

/** The place that a release was built from, as its record names it. */
export type ReleaseOrigin = Pick<ReleaseRecord, 'commit' | 'author' | 'pullRequest'>;

export interface NextStep {
  /** The share that the canary grows to; null when it goes live. */
  percent: number | null;
  /** ISO 8601. */
  at: string;
}

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
  /** The next step of its canary's plan; null when the share stays as it is. */
  nextStep: NextStep | null;
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
  /** Acts that wait for a second person, newest first. */
  requests: readonly ApprovalRequest[];
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
  { revision, serving, writtenAt }: Pick<StoreNotes.StoredHeartbeat, 'revision' | 'serving' | 'writtenAt'>,
  { now, countsFor, current, revisedAt }: { now: number; countsFor: number; current: number; revisedAt: string },
): RoomServer['state'] {
  if (now - writtenAt > countsFor) return 'silent';
  const isBehind = revision < current || serving.revision < current;
  if (!isBehind) return 'serves';
  // The difference counts in both directions: a revision from a clock far ahead must not hide a server that lags.
  return Math.abs(now - Date.parse(revisedAt)) > countsFor ? 'lags' : 'loads';
}

/** Gives the number of the page of a list that an address names, from 1. */
export function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('page'));
  return Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1;
}

/** Gives the remote that an address names; null for a text that cannot be the name of a remote. */
export function remoteIn(query: URLSearchParams, name = 'remote'): string | null {
  const text = query.get(name) ?? '';
  return partNamePattern.test(text) ? text : null;
}

export function releaseIn(query: URLSearchParams, name: string): string | null {
  const text = query.get(name) ?? '';
  return releaseIdPattern.test(text) ? text : null;
}

export function roomHref(path: string, fields: Fields = {}): string {
  return addressWith(`/_ops${path}`, filledIn(fields));
}

export const incidentHref = (name: string) => roomHref(`/incidents/${name}`);
export const approvalHref = (name: string) => roomHref(`/approvals/${name}`);
export const remoteHref = (remote: string) => roomHref(`/remotes/${remote}`);
export const revisionHref = (revision: number) => roomHref(`/revisions/${revision}`);

/** Whether the role may change all of these remotes. The empty list stands for the whole site. */
export function mayChange(role: StaffRole, remotes: readonly string[]): boolean {
  if (role.kind === 'operate') return true;
  return role.kind === 'own' && remotes.length > 0 && remotes.every((remote) => role.remotes.includes(remote));
}

/** Whether an act on these remotes concerns the whole site: the site itself, the shell, or several remotes. */
export function isWholeSite(remotes: readonly string[]): boolean {
  return remotes.length !== 1 || remotes[0] === shellName;
}

/** Whether a release was live before the current one. */
export function wasLive({ is }: Pick<ListedRelease, 'is'>): boolean {
  return is === 'previous' || is === 'was live';
}
