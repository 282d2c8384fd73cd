import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import type { ReactNode } from 'react';
import type { Acts, Failures, ReleasePlatform } from '../../platform/index.ts';
import { ButtonLink, Done, Message, Nav } from '../parts.tsx';
import type { Refusals } from '../refusals.ts';
import { addressWith, type Fields, filledIn, StaffRefusal, type Visit } from '../staff-http.ts';
import { type StaffRole, whoIs } from '../staff-members.ts';
import { StaffPage } from '../staff-page.tsx';
import type { StaffSession } from '../staff-session.ts';
import type { Approvals } from './approvals.ts';
import type { LastKnownValues, ListedRelease, loadRoom, WaitingReleases } from './load-room.ts';
import { roomScript } from './room-script.ts';

/** Everything that the control room shows, as it was known at one moment. */
export type Room = Awaited<ReturnType<typeof loadRoom>>;
export type RoomRemote = Room['remotes'][number];
export type RoomServer = Room['servers'][number];
export type RoomIncident = Room['incidents'][number];

export interface RoomParts {
  platform: ReleasePlatform;
  /** The platform with the key that signs what staff do here. */
  acting: ReleasePlatform;
  previewKey: Buffer;
  stackMapper: Failures.StackMapper;
  load: () => Promise<Room>;
  lastKnown: LastKnownValues;
  waiting: WaitingReleases;
  /** Null without the approval by a second person. */
  approvals: Approvals | null;
  refusals: Refusals;
  people: readonly string[];
  /** Encrypts typed text in an address until the person has logged in again. */
  key: Buffer;
}

export interface RoomVisit extends Visit, RoomParts {}

export interface RoomFormVisit extends RoomVisit {
  form: URLSearchParams;
}

/** How a form is shown: its filled-in fields, the status, and the reason why it is shown again. */
interface ShownForm {
  filled: URLSearchParams;
  status: number;
  message: string | null;
}

export interface RoomForm {
  /** @throws StaffRefusal where there is no such form, or the role may not see it */
  show(visit: RoomVisit, room: Room, shown: ShownForm): void | Promise<void>;
  /** Does what was sent, and answers. After an error of the platform, the form is shown again as it was typed. */
  act(visit: RoomFormVisit): void | Promise<void>;
}

/** Names of changes in the log that are clearer than their commands. */
const actionNames: Readonly<Record<string, string>> = {
  abort: 'canary ended',
  advance: 'larger canary',
  unfreeze: 'freeze ended',
  'freeze-site': 'site frozen',
  'unfreeze-site': 'freeze of the site ended',
  found: 'log started',
  prune: 'old releases removed',
  resign: 'releases signed again',
};

export function nameOfAction(action: string): string {
  return actionNames[action] ?? action;
}

export function roomHref(path: string, fields: Fields = {}): string {
  return addressWith(`/_ops${path}`, filledIn(fields));
}

export const incidentHref = (name: string) => roomHref(`/incidents/${name}`);
export const approvalHref = (name: string) => roomHref(`/approvals/${name}`);
export const remoteHref = (remote: string) => roomHref(`/remotes/${remote}`);
export const revisionHref = (revision: number) => roomHref(`/revisions/${revision}`);

/** Gives the number of the page of a list that an address names, from 1. */
export function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('page'));
  return Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1;
}

/** Gives the remote that an address names; empty for a text that cannot be the name of a remote. */
export function remoteIn(query: URLSearchParams): string {
  const text = query.get('remote') ?? '';
  return partNamePattern.test(text) ? text : '';
}

export function releaseIn(query: URLSearchParams): string | null {
  const text = query.get('id') ?? '';
  return releaseIdPattern.test(text) ? text : null;
}

/** Whether the role may change all of these remotes. The empty list stands for the whole site. */
export function mayChange(role: StaffRole, remotes: readonly string[]): boolean {
  if (role.kind === 'operate') return true;
  return role.kind === 'own' && remotes.length > 0 && remotes.every((remote) => role.remotes.includes(remote));
}

export function refusalOfRole(session: StaffSession, what: string): StaffRefusal {
  return new StaffRefusal(403, `Nothing was done: ${whoIs(session)} may not ${what}.`, 'role');
}

export function wasLive({ is }: ListedRelease): boolean {
  return is === 'previous' || is === 'was live';
}

/** Whether an act on these remotes concerns the whole site: the site itself, the shell, or several remotes. */
export function isWholeSite(remotes: readonly string[]): boolean {
  return remotes.length !== 1 || remotes[0] === shellName;
}

/** The version of a release; its whole id where the other release has the same version. */
export function nameBeside(id: string, other: string | undefined): string {
  const [version, beside] = [id, other].map((one) => one?.replace(/-[0-9a-f]{8}$/, ''));
  return version === undefined || version === beside ? id : version;
}

/** `14:03:20 UTC`. */
export function clock(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`;
}

/** Formats a duration in milliseconds, for example `3 minutes`. */
export function howLong(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

const tabs = { Overview: '', Failures: '/failures', Incidents: '/incidents', Log: '/log' } as const;

interface RoomPageProps {
  title: string;
  /** Comes before the heading in the title, because a screen reader reads the title of a new page first. */
  before?: string;
  current?: keyof typeof tabs;
  room: Pick<Room, 'problems' | 'knownSince'> | null;
  message?: string | null;
  problem?: string | null;
  /** What the reader has just done, as the page says it. */
  done?: ReactNode;
  children: ReactNode;
}

/** The frame of every page of the control room: bar, tabs, what was done, and what is wrong with the store. */
export function RoomPage({ title, before = '', current, room, children, ...told }: RoomPageProps) {
  const { message = null, problem = null, done = null } = told;
  const links = Object.entries(tabs).map(([words, path]) => {
    return { words, href: roomHref(path), isCurrent: words === current };
  });
  const fine = done === null ? before : 'Done';
  const first = message === null ? fine : 'Not done';
  const since = room?.knownSince ?? null;
  const said = new Set([message ?? problem, ...(room?.problems ?? [])]);
  return (
    <StaffPage
      title={first === '' ? title : `${first}: ${title}`}
      place="Control room"
      heading={title}
      tabs={<Nav label="Control room" links={links} look="rooms" />}
    >
      <Done>{done}</Done>
      {since !== null && (
        <p className={done === null ? 'message' : 'notice'} role="status">
          {done === null
            ? `The release store is unavailable. Visitors still get the live releases. This page shows the state of ${clock(since)}, and nothing can be changed until the store is back.`
            : `The change is made. The release store answers late: the rest of this page shows the state of ${clock(since)}.`}
        </p>
      )}
      {[...said].map((words) => (
        <Message key={words}>{words}</Message>
      ))}
      {children}
      <script>{roomScript}</script>
    </StaffPage>
  );
}

export function RoomRefusal({ message }: { message: string }) {
  return (
    <RoomPage title="Control room" room={null} problem={message}>
      <p>
        <a href={roomHref('')}>Back to the overview</a>
      </p>
    </RoomPage>
  );
}

interface ActLinkProps {
  name: Acts.ActName | 'preview';
  remote?: string | undefined;
  id?: string;
  isMain?: boolean;
  /** What the act is about, for screen readers. */
  of?: string;
  children: ReactNode;
}

export function ActLink({ name, remote, id, isMain = false, of, children }: ActLinkProps) {
  return (
    <ButtonLink isMain={isMain} href={roomHref(`/act/${name}`, { remote, id })}>
      {children}
      {of !== undefined && <span className="hidden"> {of}</span>}
    </ButtonLink>
  );
}

export function Status({ look, children }: { look: 'bad' | 'warn' | 'calm' | 'good'; children: ReactNode }) {
  return <span className={`is ${look}`}>{children}</span>;
}
