import type { IncomingMessage, ServerResponse } from 'node:http';
import { isEqual } from 'kit/server/signed-token';
import type { RoomHandler } from './control-room/room-handler.ts';
import { inboxPlace } from './inbox/inbox-address.ts';
import type { InboxHandler } from './inbox/inbox-handler.ts';
import { LoginHandler, type LoginHandlerParts, loggedIn, pageAfterLogin, staffPlace } from './login-handler.ts';
import { mayEnterRoom, renderRefused } from './staff-document.ts';
import {
  type Exchange,
  isNoPage,
  longestForms,
  readForm,
  refuseScript,
  type SentForm,
  sendPage,
  type Visit,
} from './staff-http.ts';
import { whoIs } from './staff-members.ts';

export interface StaffHandlerParts extends LoginHandlerParts {
  inbox: InboxHandler;
  room: RoomHandler;
}

/** Handles the staff pages at `/_ops`: login, control room and inbox, with plain forms and no scripts. */
export class StaffHandler {
  readonly #parts: StaffHandlerParts;
  readonly #login: LoginHandler;

  constructor(parts: StaffHandlerParts) {
    this.#parts = parts;
    this.#login = new LoginHandler(parts);
  }

  /** Gives false for an address that is not one of the staff pages. */
  async handle(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<boolean> {
    const exchange = { request, response };
    if (isNoPage(request)) {
      refuseScript(exchange);
      return true;
    }
    const { method = '' } = request;
    const isForm = method === 'POST';
    const isOfInbox = pathname === inboxPlace || pathname.startsWith(`${inboxPlace}/`);
    const path = pathname.slice((isOfInbox ? `${inboxPlace}/` : staffPlace).length);
    const isOfRoom = !isOfInbox && this.#parts.room.knows(path) && (path !== '' || !isForm);
    if (!isOfInbox && !isOfRoom) return this.#login.handle(exchange, pathname);
    if (!['GET', 'HEAD', 'POST'].includes(method) || (isOfRoom && isForm && !path.startsWith('/act/'))) return false;
    const session = await this.#login.sessionOf(request);
    const sent = isForm ? await readForm(request, isOfInbox ? longestForms.inbox : longestForms.room) : null;
    const asked = { ...exchange, path, query: new URLSearchParams(request.url?.split('?')[1]) };
    if (isOfInbox && session) await this.#showInbox({ ...asked, session }, sent);
    else if (session) await this.#showRoom({ ...asked, session }, sent);
    else if (isOfInbox) this.#logInForInbox(exchange, pathname, sent);
    else this.#logInForRoom(asked, sent);
    return true;
  }

  async #showRoom(visit: Visit, sent: SentForm | null): Promise<void> {
    const { session, query } = visit;
    const { room } = this.#parts;
    if (!mayEnterRoom(session) && sent) {
      const message = `Nothing was done: ${whoIs(session)} may not change releases.`;
      return this.#refuse(visit, { kind: 'role', status: 403, message });
    }
    if (!mayEnterRoom(session) || (visit.path === '' && query.has(loggedIn)))
      return this.#login.sendOn(visit, session, query.get(loggedIn) ?? '');
    if (!sent) return room.show(visit);
    if ('refusal' in sent) return this.#refuse(visit, { kind: 'form', status: sent.status, message: sent.refusal });
    const form = sent.fields;
    if (isEqual(form.get('csrf') ?? '', session.csrfToken)) return room.act({ ...visit, form });
    this.#note(visit, 'form', 'The form is not from an open session.');
    const message =
      'Nothing was done: this form belongs to another session. Here it is as you left it: check it and send it.';
    await room.showAgain({ ...visit, form }, 403, message);
  }

  async #showInbox(visit: Visit, sent: SentForm | null): Promise<void> {
    const { session } = visit;
    const { inbox } = this.#parts;
    const form = sent && 'fields' in sent ? sent.fields : null;
    const refuse = (status: number, message: string, kind: 'form' | 'role' = 'form') =>
      this.#refuse(visit, { kind, status, message, typed: form?.get('note') ?? '' });
    const who = inbox.whoIs(session);
    if (!who) return refuse(403, `${whoIs(session)} may not see the inbox.`, 'role');
    if (sent && 'refusal' in sent) return refuse(sent.status, sent.refusal);
    if (!form) return inbox.show({ ...visit, who });
    if (isEqual(form.get('csrf') ?? '', session.csrfToken)) return inbox.act({ ...visit, who, form });
    refuse(403, 'Nothing was done: this form belongs to another session. Please try again.');
  }

  /** Shows the login page. A form that was sent without a session is kept for after the login. */
  #logInForRoom({ path, query, ...visit }: Omit<Visit, 'session'>, sent: SentForm | null): void {
    if (!sent) {
      const hasLoggedIn = query.has(loggedIn);
      const here = `${staffPlace}${path}${query.size > 0 && !hasLoggedIn ? `?${query}` : ''}`;
      this.#login.askWhoTheyAre(visit, here, { hasLoggedIn });
    } else if ('refusal' in sent) this.#login.show(visit, sent.status, sent.refusal);
    else {
      this.#parts.refusals.noteStranger(path);
      const next = pageAfterLogin(this.#parts.room.addressWith(path, sent.fields));
      const message = `Your session has ended. Nothing was done. Log in${next === '' ? ' and try again.' : ': the form is there as you left it.'}`;
      const typed = next === '' ? (sent.fields.get('reason') ?? '') : '';
      this.#login.show(visit, 403, message, { next, typed });
    }
  }

  #logInForInbox(visit: Exchange, pathname: string, sent: SentForm | null): void {
    const next = pageAfterLogin(pathname) || inboxPlace;
    const typed = sent && 'fields' in sent ? (sent.fields.get('note') ?? '') : '';
    const message = 'Your session has ended. Nothing was done. Log in and try again.';
    if (sent) this.#login.show(visit, 403, message, { next, typed });
    else this.#login.askWhoTheyAre(visit, next, { hasLoggedIn: false });
  }

  #refuse(
    visit: Visit,
    { kind, status, message, typed }: { kind: 'form' | 'role'; status: number; message: string; typed?: string },
  ): void {
    this.#note(visit, kind, message);
    sendPage(visit, status, renderRefused(visit.session, message, typed));
  }

  #note({ request, session }: Visit, kind: 'form' | 'role', sentence: string): void {
    const asked = `${request.method} ${request.url?.split('?')[0]?.slice(0, 80)}`;
    this.#parts.refusals.note(session, { kind, sentence, asked });
  }
}
