import { html, Markup } from '../../http/html.ts';
import { renderDocument, renderHeader, renderMessage, renderTime } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { type Room, roomHref } from './room.ts';
import { roomScript } from './room-script.ts';

const pages = [
  ['Overview', roomHref('')],
  ['Failures', roomHref('/failures')],
  ['Incidents', roomHref('/incidents')],
  ['Log', roomHref('/log')],
] as const;

export const placeTitle = 'Control room';

interface FrameParts {
  title: string;
  heading?: string | Markup;
  /** The tab that is marked as current. */
  current: (typeof pages)[number][0] | null;
  room: Pick<Room, 'problems' | 'knownSince' | 'at'> | null;
  message?: string | null;
  body: Markup;
}

/** The frame of every page of the control room: bar, tabs, and what is wrong with the store. */
export function renderRoomPage(
  session: StaffSession,
  { title, heading, current, room, message, body }: FrameParts,
): string {
  const tabs = pages.map(([words, href]) =>
    words === current
      ? html`<li><a href="${href}" aria-current="page">${words}</a></li>`
      : html`<li><a href="${href}">${words}</a></li>`,
  );
  const away =
    room?.knownSince == null
      ? html``
      : html`<p class="message" role="status">The release store is unavailable. Visitors still get the live releases. This page shows the state of ${clock(room.knownSince)}, and nothing can be changed until the store is back.</p>`;
  return renderDocument(
    title,
    html`${renderHeader(session, placeTitle, heading ?? title)}<main><nav class="rooms" aria-label="Control room"><ul>${tabs}</ul></nav>
${renderMessage(message ?? null)}${away}${(room?.problems ?? []).map((problem) => renderMessage(problem))}${body}</main><script>${new Markup(roomScript)}</script>`,
  );
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

/**
 * Formats the time since a release went live: `live for 2 hours, since 2026-11-24 15:40 UTC`. `since` is ISO 8601, and
 * empty when the time is unknown.
 */
export function liveFor(since: string): Markup {
  return since === ''
    ? html`live`
    : html`live for ${howLong(Date.now() - Date.parse(since))}, since ${renderTime(since)}`;
}
