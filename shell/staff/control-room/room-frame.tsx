import type { ReactNode } from 'react';
import type { Acts, Failures, ReleasePlatform } from '../../platform/index.ts';
import { ButtonLink, Done, Message, Nav } from '../parts.tsx';
import type { Refusals } from '../refusals.ts';
import { roomScript } from '../staff-assets.ts';
import { type FormVisit, StaffRefusal, type Visit } from '../staff-http.ts';
import { whoIs } from '../staff-members.ts';
import { StaffPage } from '../staff-page.tsx';
import type { StaffSession } from '../staff-session.ts';
import type { Approvals } from './approvals.ts';
import type { LastKnownValues } from './load-room.ts';
import { type Room, roomHref } from './room.ts';

export interface RoomParts {
  platform: ReleasePlatform;
  /** The platform with the key that signs what staff do here. */
  acting: ReleasePlatform;
  previewKey: Buffer;
  stackMapper: Failures.StackMapper;
  load: () => Promise<Room>;
  lastKnown: LastKnownValues;
  /** Null without the approval by a second person. */
  approvals: Approvals | null;
  refusals: Refusals;
  people: readonly string[];
  /** Encrypts typed text in an address until the person has logged in again. */
  key: Buffer;
}

/** How a form is shown: its filled-in fields, the status, and the reason why it is shown again. */
export interface ShownForm {
  filled: URLSearchParams;
  status: number;
  message: string | null;
}

export interface RoomForm {
  /** @throws StaffRefusal where there is no such form, or the role may not see it */
  show(parts: RoomParts, visit: Visit, room: Room, shown: ShownForm): void | Promise<void>;
  /**
   * Does what was sent, and answers.
   *
   * @throws StaffRefusal, and errors of the platform: the form is then shown again, with all that was typed
   */
  act(parts: RoomParts, visit: FormVisit): void | Promise<void>;
}

const pages = [
  ['Overview', roomHref('')],
  ['Failures', roomHref('/failures')],
  ['Incidents', roomHref('/incidents')],
  ['Log', roomHref('/log')],
] as const;

interface RoomPageProps {
  title: string;
  /** Comes before the heading in the title, because a screen reader reads the title of a new page first. */
  before?: string;
  current?: (typeof pages)[number][0];
  room: Pick<Room, 'problems' | 'knownSince'> | null;
  message?: string | null;
  problem?: string | null;
  /** What the reader has just done, as the page says it. */
  done?: ReactNode;
  children: ReactNode;
}

/** The frame of every page of the control room: bar, tabs, what was done, and what is wrong with the store. */
export function RoomPage({
  title,
  before = '',
  current,
  room,
  message = null,
  problem = null,
  done = null,
  children,
}: RoomPageProps) {
  const tabs = pages.map(([words, href]) => ({ words, href, isCurrent: words === current }));
  const fine = done === null ? before : 'Done';
  const first = message === null ? fine : 'Not done';
  const since = room?.knownSince ?? null;
  const said = new Set([message ?? problem, ...(room?.problems ?? [])]);
  return (
    <StaffPage title={first === '' ? title : `${first}: ${title}`} place="Control room" heading={title}>
      <Nav label="Control room" links={tabs} look="rooms" />
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

/** A link to the form of an act. */
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

/** Stands where a list has nothing. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>;
}

/** The refusal of what the role does not allow. */
export function refusalOfRole(session: StaffSession, what: string): StaffRefusal {
  return new StaffRefusal(403, `Nothing was done: ${whoIs(session)} may not ${what}.`, 'role');
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
