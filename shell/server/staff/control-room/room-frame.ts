import type { Failures, ReleasePlatform } from '../../../platform/index.ts';
import { html, Markup, type Part } from '../../http/html.ts';
import type { Refusals } from '../refusals.ts';
import { renderMessage, renderNav, renderStaffPage, roomScript } from '../staff-document.ts';
import { type FormVisit, StaffRefusal, type Visit } from '../staff-http.ts';
import { whoIs } from '../staff-members.ts';
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

interface FrameParts {
  title: string;
  /** Comes before the heading in the title, because a screen reader reads the title of a new page first. */
  before?: string;
  current?: (typeof pages)[number][0];
  room: Pick<Room, 'problems' | 'knownSince' | 'at'> | null;
  message?: string | null;
  problem?: string | null;
  body: Part;
}

/** The frame of every page of the control room: bar, tabs, and what is wrong with the store. */
export function renderRoomPage(
  session: StaffSession,
  { title, before = '', current, room, message = null, problem = null, body }: FrameParts,
): string {
  const tabs = pages.map(([words, href]) => ({ words, href, isCurrent: words === current }));
  const away =
    room?.knownSince != null &&
    html`<p class="message" role="status">The release store is unavailable. Visitors still get the live releases. This page shows the state of ${clock(room.knownSince)}, and nothing can be changed until the store is back.</p>`;
  const first = message === null ? before : 'Not done';
  return renderStaffPage(session, {
    title: first === '' ? title : `${first}: ${title}`,
    place: 'Control room',
    heading: title,
    body: html`${renderNav('Control room', tabs, { look: 'rooms' })}
${renderMessage(message ?? problem)}${away}${room?.problems.map(renderMessage)}${body}<script>${new Markup(roomScript)}</script>`,
  });
}

export function renderRefusal(session: StaffSession, message: string): string {
  const body = html`<p><a href="${roomHref('')}">Back to the overview</a></p>`;
  return renderRoomPage(session, { title: 'Control room', room: null, problem: message, body });
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
