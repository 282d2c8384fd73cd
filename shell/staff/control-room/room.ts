import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import { addressWith, type Fields, filledIn } from '../staff-http.ts';
import type { StaffRole } from '../staff-members.ts';
import type { ListedRelease, loadRoom } from './load-room.ts';

/** Everything that the control room shows, as it was known at one moment. */
export type Room = Awaited<ReturnType<typeof loadRoom>>;
export type RoomRemote = Room['remotes'][number];
/** The last heartbeat of a server. */
export type RoomServer = Room['servers'][number];
export type RoomIncident = Room['incidents'][number];

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

/** The name that was counted most: the path of a route, as the release declares it, or a browser. */
export function mostSeenIn(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts).sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** The version of a release; its whole id where the other release has the same version. */
export function nameBeside(id: string, other: string | undefined): string {
  const [version, beside] = [id, other].map((one) => one?.replace(/-[0-9a-f]{8}$/, ''));
  return version === undefined || version === beside ? id : version;
}

export function wasLive({ is }: Pick<ListedRelease, 'is'>): boolean {
  return is === 'previous' || is === 'was live';
}
