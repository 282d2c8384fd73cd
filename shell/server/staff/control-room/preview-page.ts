import { html, type Markup } from '../../http/html.ts';
import { minute, renderCsrf } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Room } from './room.ts';
import { remoteHref, roomHref } from './room-address.ts';
import { renderRoomPage } from './room-frame.ts';

export interface PreviewPageParts {
  room: Room;
  remote: string;
  id: string;
  hours: string;
  message: string | null;
  /** The links once they were made, and when they end, in milliseconds since 1970. */
  made: { links: readonly { path: string; href: string }[]; ends: number } | null;
}

const lengths = [
  ['1', 'one hour'],
  ['8', 'eight hours'],
  ['24', 'one day'],
  ['168', 'one week'],
] as const;

/** The form that makes preview links, and the links that it made. */
export function renderPreviewPage(
  session: StaffSession,
  { room, remote, id, hours, message, made }: PreviewPageParts,
): string {
  const title = `Preview: ${remote}`;
  const links = made
    ? html`<p class="done" role="status">These links show <code>${id}</code> to anybody who has them, until ${minute(new Date(made.ends).toISOString())}.</p><ul class="others">${made.links.map(({ path, href }) => html`<li><a href="${href}" target="_blank" rel="noopener">${path}</a></li>`)}</ul>`
    : html``;
  const body: Markup = html`${links}<form class="act" method="post" action="${roomHref('/act/preview')}">${renderCsrf(session)}<input type="hidden" name="remote" value="${remote}"><input type="hidden" name="id" value="${id}">
<p>Shows <code>${id}</code> instead of the live release to anybody who has the link. Nothing goes live, and its page views are not counted.</p>
<div><label for="hours">The link works for</label><select id="hours" name="hours">${lengths.map(([value, words]) => html`<option value="${value}"${value === hours ? html` selected` : html``}>${words}</option>`)}</select></div>
<p class="row"><button>Make the links</button><a class="button" href="${remoteHref(remote)}">Back to ${remote}</a></p></form>`;
  return renderRoomPage(session, { title, current: null, room, message, body });
}
