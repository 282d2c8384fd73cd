import type { IncomingMessage, ServerResponse } from 'node:http';
import { html } from '../../http/html.ts';
import type { Refusals } from '../refusals.ts';
import { sendPage } from '../staff-http.ts';
import { nameRole } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { roomHref } from './room.ts';
import { renderRoomPage } from './room-frame.ts';

/** A request with a session that may see the control room. */
export interface RoomVisit {
  request: IncomingMessage;
  response: ServerResponse;
  session: StaffSession;
  /** The path below `/_ops`, for example `/remotes/mf-agents`; empty for the overview. */
  path: string;
  query: URLSearchParams;
}

/** A form that they sent. */
export interface FormVisit extends RoomVisit {
  form: URLSearchParams;
}

/** How a form is shown: its filled-in fields, the status, and the reason why it is shown again. */
export interface ShownForm {
  filled: URLSearchParams;
  status: number;
  message: string | null;
}

const backLink = html`<p><a href="${roomHref('')}">Back to the overview</a></p>`;

export function whoIs({ name, role }: StaffSession): string {
  return `${name} (${nameRole(role)})`;
}

export function answer({ request, response }: RoomVisit, page: string, status = 200): void {
  sendPage(request, response, status, page);
}

/** Answers with the reason of a refusal. */
export function refuse(visit: RoomVisit, status: number, message: string): void {
  const parts = { title: 'Control room', current: null, room: null, message, body: backLink };
  answer(visit, renderRoomPage(visit.session, parts), status);
}

/** Refuses an act that the role does not allow, and logs it. */
export function refuseRole(visit: RoomVisit, refusals: Refusals, message: string): void {
  const who = whoIs(visit.session);
  console.error(`[shell] staff page: refused ${who}: ${message}`);
  refusals.note(visit.session.name, { kind: 'role', who, sentence: message });
  refuse(visit, 403, message);
}
