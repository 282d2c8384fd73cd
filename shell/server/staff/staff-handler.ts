import type { IncomingMessage, ServerResponse } from 'node:http';
import { isEqual } from 'kit/server/signed-token';
import type { RoomHandler } from './control-room/room-handler.ts';
import { inboxPlace } from './inbox/inbox-address.ts';
import type { InboxHandler } from './inbox/inbox-handler.ts';
import { renderRefused } from './inbox/inbox-visit.ts';
import {
  LoginHandler,
  type LoginHandlerParts,
  loggedIn,
  pageAfterLogin,
  staffPlace,
  type Visit,
} from './login-handler.ts';
import { mayEnterRoom } from './staff-document.ts';
import { isNoPage, longestForms, readForm, refuseScript, sendPage } from './staff-http.ts';
import { nameRole } from './staff-members.ts';
import { FailedLogins, type StaffSession } from './staff-session.ts';

export interface StaffHandlerParts extends LoginHandlerParts {
  inbox: InboxHandler;
  room: RoomHandler;
}

/** Handles the staff pages at `/_ops`: login, control room and inbox, with plain forms and no scripts. */
export class StaffHandler {
  readonly #parts: StaffHandlerParts;
  readonly #attempts = new FailedLogins();
  readonly #login: LoginHandler;

  constructor(parts: StaffHandlerParts) {
    this.#parts = parts;
    this.#login = new LoginHandler(parts, this.#attempts);
  }

  /** Gives false for an address that is not one of the staff pages. */
  async handle(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<boolean> {
    if (isNoPage(request)) {
      refuseScript(request, response);
      return true;
    }
    if (pathname === inboxPlace || pathname.startsWith(`${inboxPlace}/`)) {
      return this.#handleInbox(request, response, pathname);
    }
    const below = pathname.slice(staffPlace.length);
    const isForm = request.method === 'POST';
    if (this.#parts.room.knows(below) && (below !== '' || !isForm)) return this.#handleRoom(request, response, below);
    return this.#login.handle(request, response, pathname);
  }

  /** Gives false for an address that is not one of the control room. */
  async #handleRoom(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    const { method = '' } = request;
    if (!['GET', 'HEAD', 'POST'].includes(method) || (method === 'POST' && !path.startsWith('/act/'))) return false;
    const { room } = this.#parts;
    const visit = { request, response, session: await this.#login.sessionOf(request) };
    const sent = method === 'POST' ? await readForm(request, longestForms.room) : null;
    const { session } = visit;
    const query = new URLSearchParams(request.url?.split('?')[1]);
    const form = sent && 'fields' in sent ? sent.fields : null;
    if (!session) {
      if (form) {
        this.#attempts.say(`refused ${path} by nobody who is logged in`);
        this.#parts.refusals.noteStranger();
      }
      this.#askWhoTheyAre(visit, { path, query, form, refusal: sent && 'refusal' in sent ? sent : null });
      return true;
    }
    if (!mayEnterRoom(session) && sent) {
      const message = `Nothing was done: ${session.name} (${nameRole(session.role)}) may not change releases.`;
      this.#note(session, 'role', path, message);
      sendPage(request, response, 403, renderRefused(session, message));
      return true;
    }
    if (!mayEnterRoom(session) || (path === '' && query.has(loggedIn))) {
      this.#login.sendOn(visit, session, query.get(loggedIn) ?? '');
      return true;
    }
    const asked = { ...visit, session, path, query };
    if (sent && 'refusal' in sent) {
      this.#note(session, 'form', path, sent.refusal);
      sendPage(request, response, sent.status, renderRefused(session, sent.refusal));
    } else if (!form) await room.show(asked);
    else if (isEqual(form.get('csrf') ?? '', session.csrfToken)) await room.act({ ...asked, form });
    else {
      this.#note(session, 'form', path, 'The form is not from an open session.');
      const message =
        'Nothing was done: this form belongs to another session. Here it is as you left it: check it and send it.';
      await room.showAgain({ ...asked, form }, 403, message);
    }
    return true;
  }

  /** Shows the login page. A form that was sent without a session is kept for after the login. */
  #askWhoTheyAre(
    visit: Visit,
    asked: {
      path: string;
      query: URLSearchParams;
      form: URLSearchParams | null;
      refusal: { status: number; refusal: string } | null;
    },
  ): void {
    const { path, query, form, refusal } = asked;
    if (refusal) this.#login.show(visit, refusal.status, refusal.refusal);
    else if (form) {
      const next = pageAfterLogin(this.#parts.room.addressWith(path, form));
      const message = `Your session has ended. Nothing was done. Log in${next === '' ? ' and try again.' : ': the form is there as you left it.'}`;
      const typed = next === '' ? (form.get('reason') ?? '') : '';
      this.#login.show(visit, 403, message, { next, typed });
    } else {
      const hasLoggedIn = query.has(loggedIn);
      const here = `${staffPlace}${path}${query.size > 0 && !hasLoggedIn ? `?${query}` : ''}`;
      this.#login.askWhoTheyAre(visit, here, { hasLoggedIn });
    }
  }

  /** Gives false for an address that is not one of the inbox. */
  async #handleInbox(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<boolean> {
    const { method = '' } = request;
    if (!['GET', 'HEAD', 'POST'].includes(method)) return false;
    const visit = { request, response, session: await this.#login.sessionOf(request) };
    const sent = method === 'POST' ? await readForm(request, longestForms.inbox) : null;
    const { session } = visit;
    const form = sent && 'fields' in sent ? sent.fields : null;
    const typed = form?.get('note') ?? '';
    if (!session) {
      const next = pageAfterLogin(pathname) || inboxPlace;
      const message = 'Your session has ended. Nothing was done. Log in and try again.';
      if (sent) this.#login.show(visit, 403, message, { next, typed });
      else this.#login.askWhoTheyAre(visit, next, { hasLoggedIn: false });
      return true;
    }
    const refuse = (status: number, message: string, kind: 'form' | 'role' = 'form') => {
      this.#note(session, kind, `${method} ${pathname.slice(0, 80)}`, message);
      sendPage(request, response, status, renderRefused(session, message, typed));
      return true;
    };
    const { inbox } = this.#parts;
    const who = inbox.whoIs(session);
    if (!who) return refuse(403, `${session.name} (${nameRole(session.role)}) may not see the inbox.`, 'role');
    if (sent && 'refusal' in sent) return refuse(sent.status, sent.refusal);
    const query = new URLSearchParams(request.url?.split('?')[1]);
    const asked = { ...visit, session, who, query, path: pathname.slice(inboxPlace.length + 1) };
    if (!form) await inbox.show(asked);
    else if (isEqual(form.get('csrf') ?? '', session.csrfToken)) await inbox.act({ ...asked, form });
    else refuse(403, 'Nothing was done: this form belongs to another session. Please try again.');
    return true;
  }

  /** Logs a refusal of a request with a session. */
  #note(session: StaffSession, kind: 'form' | 'role', what: string, sentence: string): void {
    const who = `${session.name} (${nameRole(session.role)})`;
    this.#attempts.say(`refused ${what} by ${who}: ${sentence}`);
    this.#parts.refusals.note(session.name, { kind, who, sentence });
  }
}
