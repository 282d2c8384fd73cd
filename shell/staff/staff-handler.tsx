import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path/posix';
import { isEqual } from 'kit/server/signed-token';
import { RoomRefusal } from './control-room/room.tsx';
import type { RoomHandler } from './control-room/room-handler.tsx';
import { inboxPlace } from './inbox/inbox-address.ts';
import type { InboxHandler } from './inbox/inbox-handler.tsx';
import { LoginHandler, type LoginHandlerParts, loggedIn, pageAfterLogin, staffPlace } from './login-handler.tsx';
import {
  addressWith,
  isNoPage,
  longestForms,
  readForm,
  refuseScript,
  StaffRefusal,
  sendPage,
  type Visit,
} from './staff-http.ts';
import { mayEnterRoom, officeRoleOf, whoIs } from './staff-members.ts';
import { RefusedPage } from './staff-page.tsx';
import type { StaffSession } from './staff-session.ts';

export interface StaffHandlerParts extends LoginHandlerParts {
  inbox: InboxHandler;
  room: RoomHandler;
}

type Area = 'inbox' | 'room' | 'login';
type Asked = Omit<Visit, 'session'>;

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
    const path = pathname.slice(staffPlace.length);
    const area = this.#areaOf(request.method ?? '', path);
    if (area === null) return this.#login.handle(exchange, pathname);
    const asked = { ...exchange, path, query: new URLSearchParams(request.url?.split('?')[1]) };
    const session = await this.#login.sessionOf(request);
    let form: URLSearchParams | null = null;
    try {
      form = request.method === 'POST' ? await readForm(request, longestForms[area]) : null;
      if (session) await this.#answer(area, { ...asked, session }, form);
      else this.#askToLogIn(area, asked, form);
    } catch (error) {
      if (!(error instanceof StaffRefusal)) throw error;
      this.#refuse(area, { ...asked, session }, form, error);
    }
    return true;
  }

  #areaOf(method: string, path: string): Area | null {
    const isForm = method === 'POST';
    if (!isForm && method !== 'GET' && method !== 'HEAD') return null;
    if (/^\/inbox(?:\/|$)/.test(path)) return 'inbox';
    if (isForm && (path === '/logout' || path === '/logout-everywhere')) return 'login';
    return this.#parts.room.knows(path) && (!isForm || path.startsWith('/act/')) ? 'room' : null;
  }

  async #answer(area: Area, visit: Visit, form: URLSearchParams | null): Promise<void> {
    if (area === 'room') return this.#showRoom(visit, form);
    const { session, path } = visit;
    const role = officeRoleOf(session.role);
    if (area === 'inbox' && !role) throw new StaffRefusal(403, `${whoIs(session)} may not see the inbox.`, 'role');
    if (form && !isOfSession(form, session)) {
      const message = 'Nothing was done: this form belongs to another session. Please try again.';
      throw new StaffRefusal(403, message, 'form');
    }
    if (!role || area === 'login') return this.#login.logOut(visit, { isEverywhere: path !== '/logout' });
    const who = { name: session.name, role };
    return this.#parts.inbox.handle({ ...visit, who, path: path.slice('/inbox/'.length) }, form);
  }

  async #showRoom(visit: Visit, form: URLSearchParams | null): Promise<void> {
    const { session, path, query } = visit;
    const { room } = this.#parts;
    if (!mayEnterRoom(session) && form) {
      const message = `Nothing was done: ${whoIs(session)} may not change releases.`;
      throw new StaffRefusal(403, message, 'role');
    }
    if (!mayEnterRoom(session) || (path === '' && query.has(loggedIn)))
      return this.#login.sendOn(visit, session, query.get(loggedIn) ?? '');
    if (!form) return room.show(visit);
    if (isOfSession(form, session)) return room.act({ ...visit, form });
    this.#note(visit, 'form', 'The form is not from an open session.');
    const message =
      'Nothing was done: this form belongs to another session. Here it is as you left it: check it and send it.';
    await room.showAgain({ ...visit, form }, 403, message);
  }

  /** Shows the login page. A form that was sent without a session is kept for after the login. */
  #askToLogIn(area: Area, { path, query, ...exchange }: Asked, form: URLSearchParams | null): void {
    const isOfInbox = area === 'inbox';
    // The address of an act is below that of its page.
    const pageOfInbox = (address: string) => pageAfterLogin(address) || pageAfterLogin(dirname(address)) || inboxPlace;
    if (!form) {
      const hasLoggedIn = area === 'room' && query.has(loggedIn);
      const page = hasLoggedIn ? staffPlace + path : addressWith(staffPlace + path, query);
      this.#login.askWhoTheyAre(exchange, isOfInbox ? pageOfInbox(page) : page, { hasLoggedIn });
      return;
    }
    this.#parts.refusals.noteStranger(path);
    const kept = area === 'room' ? pageAfterLogin(this.#parts.room.addressWith(path, form)) : '';
    const onward = kept === '' ? ' and try again.' : ': the form is there as you left it.';
    const next = isOfInbox ? pageOfInbox(staffPlace + path) : kept;
    const shown = { next, typed: kept === '' ? typedIn(form) : '' };
    this.#login.show(exchange, 403, `Your session has ended. Nothing was done. Log in${onward}`, shown);
  }

  #refuse(
    area: Area,
    { session, ...asked }: Asked & { session: StaffSession | null },
    form: URLSearchParams | null,
    { status, message, noted }: StaffRefusal,
  ): void {
    if (!session) return void this.#login.show(asked, status, message);
    if (noted) this.#note({ ...asked, session }, noted, message);
    const isOfRoom = area !== 'inbox' && mayEnterRoom(session);
    const typed = form ? typedIn(form) : '';
    const page = isOfRoom ? <RoomRefusal message={message} /> : <RefusedPage message={message} typed={typed} />;
    sendPage({ ...asked, session }, status, page);
  }

  #note({ request, session }: Visit, kind: 'form' | 'role', sentence: string): void {
    const asked = `${request.method} ${request.url?.split('?')[0]?.slice(0, 80)}`;
    this.#parts.refusals.note(session, { kind, sentence, asked });
  }
}

function isOfSession(form: URLSearchParams, { csrfToken }: StaffSession): boolean {
  return isEqual(form.get('csrf') ?? '', csrfToken);
}

/** The text of a form that would be lost with it. */
function typedIn(form: URLSearchParams): string {
  return form.get('note') || form.get('reason') || '';
}
