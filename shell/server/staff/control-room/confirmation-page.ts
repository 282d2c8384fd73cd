import type { Acts } from '../../../platform/index.ts';
import { html } from '../../http/html.ts';
import { renderCsrf } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { wholeSite } from './act-words.ts';
import { typedOf } from './read-act.ts';
import type { Room, RoomRemote } from './room.ts';
import { roomHref } from './room-address.ts';
import { renderRoomPage } from './room-frame.ts';

interface ReadBackParts {
  name: string;
  act: Acts.Act;
  room: Room;
  remote: RoomRemote | null;
  /** What the form asks for, in words. */
  words: string;
  form: URLSearchParams;
  /** An act on the whole site is confirmed by typing. */
  isAboutSite: boolean;
  message: string | null;
}

/**
 * The confirmation of a form: it says in words what will happen, before it happens. All fields travel along, so that
 * nothing is lost on the way back to the form.
 */
export function renderConfirmationPage(
  session: StaffSession,
  { name, act, room, remote, words, form, isAboutSite, message }: ReadBackParts,
): string {
  const of = remote === null ? '' : `: ${remote.name}`;
  const fields = [...typedOf(form), ['expect', form.get('expect') ?? ''] as const].map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
  );
  const live =
    remote?.state && act.takes.includes('share')
      ? html`<p>All others keep the live release, <code>${remote.state.live}</code>.</p>`
      : html``;
  const typed = isAboutSite
    ? html`<div><label for="typed">Type “${wholeSite}” to confirm</label><input type="text" id="typed" name="typed" required autocomplete="off"></div>`
    : html``;
  const body = html`<p class="lead">${words}</p>${live}<p>Why: <bdi>${form.get('reason') ?? ''}</bdi></p><p role="status">Nothing has changed yet.</p>
<form class="act" method="post" action="${roomHref(`/act/${name}`)}">${renderCsrf(session)}${fields}${typed}
<p class="row"><button name="sure" value="yes">Yes, do this</button><button class="quiet" name="sure" value="no" formnovalidate>Change it</button></p></form>`;
  const title = `${message === null ? 'Confirm' : 'Not done'}: ${act.title}${of}`;
  return renderRoomPage(session, { title, heading: `${act.title}${of}`, current: null, room, message, body });
}
