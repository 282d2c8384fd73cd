import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf } from 'kit/server/network-of';
import { isEqual } from 'kit/server/signed-token';
import { messageOf } from 'kit/server/text';
import type { ReleasePlatform } from '../../platform/index.ts';
import { buildCookie, type ReadVisitorAddress, readCookies } from '../http/read-request.ts';
import type { RoomHandler } from './control-room/room-handler.ts';
import { inboxPlace } from './inbox/inbox-address.ts';
import type { InboxHandler } from './inbox/inbox-handler.ts';
import { renderRefused } from './inbox/inbox-visit.ts';
import type { Refusals } from './refusals.ts';
import { homeOf, mayEnterRoom, renderLogin } from './staff-document.ts';
import { isNoPage, longestForms, readForm, refuseScript, sendAway, sendPage } from './staff-http.ts';
import { nameRole, type StaffTokens } from './staff-members.ts';
import {
  createSession,
  EndedSessions,
  FailedLogins,
  parseSession,
  type StaffSession,
  sessionHours,
} from './staff-session.ts';

const cookieName = 'staff';
const place = '/_ops';
/**
 * A parameter of the address after the login. It distinguishes a refused cookie from a first visit, and may name the
 * page that was asked for.
 */
const loggedIn = 'logged-in';
/** The pages that a login may lead to. */
const askedPage =
  /^\/_ops(?:\/inbox(?:\/(?:quarantine|person|partners|audit|[A-Z]-[0-9A-Z]{6}))?|\/(?:failures|incidents|log|remotes|revisions|act)[\w./?=&%+-]{0,4500})$/;

export interface StaffHandlerParts {
  platform: ReleasePlatform;
  tokens: StaffTokens;
  inbox: InboxHandler;
  room: RoomHandler;
  refusals: Refusals;
  addressOf: ReadVisitorAddress;
  /** Whether the site is served by https. The cookie is then never sent over plain http. */
  secure: boolean;
}

/** A request to the staff pages, and its response. */
interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  session: StaffSession | null;
}

/** A form of somebody who is logged in. */
interface OwnVisit extends Visit {
  session: StaffSession;
  form: URLSearchParams;
}

type OwnAction = (visit: OwnVisit) => Promise<void>;

/** Handles the staff pages at `/_ops`: login, control room and inbox, with plain forms and no scripts. */
export class StaffHandler {
  readonly #parts: StaffHandlerParts;
  readonly #attempts = new FailedLogins();
  readonly #ended: EndedSessions;
  readonly #actions: Readonly<Record<string, OwnAction>> = {
    [`${place}/logout`]: (visit) => this.#logOut(visit, { isEverywhere: false }),
    [`${place}/logout-everywhere`]: (visit) => this.#logOut(visit, { isEverywhere: true }),
  };

  constructor(parts: StaffHandlerParts) {
    this.#parts = parts;
    this.#ended = new EndedSessions(parts.platform.store.endedSessions);
  }

  /** Gives false for an address that is not one of the staff pages. */
  async handle(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<boolean> {
    if (isNoPage(request)) {
      refuseScript(request, response);
      return true;
    }
    const isForm = request.method === 'POST';
    if (pathname === inboxPlace || pathname.startsWith(`${inboxPlace}/`)) {
      return this.#handleInbox(request, response, pathname);
    }
    const below = pathname.slice(place.length);
    const { room } = this.#parts;
    if (room.knows(below) && (below !== '' || !isForm)) return this.#handleRoom(request, response, below);
    const action = isForm && Object.hasOwn(this.#actions, pathname) ? this.#actions[pathname] : undefined;
    const isLogin = isForm && pathname === `${place}/login`;
    if (!action && !isLogin) return false;
    const visit = { request, response, session: await this.#sessionOf(request) };
    if (action) await this.#act(visit, action);
    else await this.#logIn(visit);
    return true;
  }

  async #sessionOf(request: IncomingMessage): Promise<StaffSession | null> {
    const session = parseSession(this.#parts.tokens, readCookies(request).get(cookieName));
    return session && !(await this.#ended.has(session)) ? session : null;
  }

  /** Gives false for an address that is not one of the control room. */
  async #handleRoom(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    const { method = '' } = request;
    if (!['GET', 'HEAD', 'POST'].includes(method) || (method === 'POST' && !path.startsWith('/act/'))) return false;
    const { room } = this.#parts;
    const visit = { request, response, session: await this.#sessionOf(request) };
    const sent = method === 'POST' ? await readForm(request, longestForms.room) : null;
    const { session } = visit;
    const query = new URLSearchParams(request.url?.split('?')[1]);
    const form = sent && 'fields' in sent ? sent.fields : null;
    if (!session) {
      if (form) {
        this.#attempts.say(`refused ${path} by nobody who is logged in`);
        this.#parts.refusals.noteStranger();
      }
      await this.#askWhoTheyAre(visit, { path, query, form, refusal: sent && 'refusal' in sent ? sent : null });
      return true;
    }
    if (!mayEnterRoom(session) && sent) {
      const message = `Nothing was done: ${session.name} (${nameRole(session.role)}) may not change releases.`;
      this.#note(session, 'role', path, message);
      sendPage(request, response, 403, renderRefused(session, message));
      return true;
    }
    if (!mayEnterRoom(session) || (path === '' && query.has(loggedIn))) {
      await this.#sendOn(visit, session, query.get(loggedIn) ?? '');
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

  /** Redirects to the page that was asked for, or to the first page of the role. */
  async #sendOn({ request, response }: Visit, session: StaffSession, asked: string): Promise<void> {
    const isTheirs = askedPage.test(asked) && (mayEnterRoom(session) || asked.startsWith(inboxPlace));
    sendAway(request, response, isTheirs ? asked : homeOf(session));
  }

  /**
   * Shows the login form to somebody without a session. Somebody who has just logged in and still has none uses a
   * browser that keeps no cookies. A form that was sent without a session is kept for after the login.
   */
  async #askWhoTheyAre(
    visit: Visit,
    asked: {
      path: string;
      query: URLSearchParams;
      form: URLSearchParams | null;
      refusal: { status: number; refusal: string } | null;
    },
  ): Promise<void> {
    const { path, query, form, refusal } = asked;
    const { request, response } = visit;
    if (refusal) return sendPage(request, response, refusal.status, renderLogin(refusal.refusal));
    if (form) {
      const next = this.#parts.room.addressWith(path, form);
      const isKept = askedPage.test(next);
      const message = `Your session has ended. Nothing was done. Log in${isKept ? ': the form is there as you left it.' : ' and try again.'}`;
      const typed = isKept ? '' : (form.get('reason') ?? '');
      return sendPage(request, response, 403, renderLogin(message, { next: isKept ? next : '', typed }));
    }
    const message = query.has(loggedIn)
      ? 'The token is right, but this browser keeps no cookies. Allow them for this site.'
      : null;
    const here = `${place}${path}${query.size > 0 && !query.has(loggedIn) ? `?${query}` : ''}`;
    sendPage(request, response, 200, renderLogin(message, { next: askedPage.test(here) ? here : '' }));
  }

  /** Gives false for an address that is not one of the inbox. */
  async #handleInbox(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<boolean> {
    const { method = '' } = request;
    if (!['GET', 'HEAD', 'POST'].includes(method)) return false;
    const visit = { request, response, session: await this.#sessionOf(request) };
    const sent = method === 'POST' ? await readForm(request, longestForms.inbox) : null;
    const { session } = visit;
    const form = sent && 'fields' in sent ? sent.fields : null;
    const typed = form?.get('note') ?? '';
    if (!session) {
      const message = sent ? 'Your session has ended. Nothing was done. Log in and try again.' : null;
      const page = renderLogin(message, { next: askedPage.test(pathname) ? pathname : inboxPlace, typed });
      sendPage(request, response, sent ? 403 : 200, page);
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

  async #logIn(visit: Visit): Promise<void> {
    const address = this.#parts.addressOf(visit.request) ?? visit.request.socket.remoteAddress ?? '';
    const stranger = { ...visit, session: null };
    const sent = await readForm(visit.request, longestForms.login);
    if ('refusal' in sent) return this.#show(stranger, sent.status, sent.refusal);
    // A valid token is always accepted, no matter how many wrong ones came before.
    const member = this.#parts.tokens.memberOf(sent.fields.get('token') ?? '');
    if (member) {
      console.log(`[shell] staff page: ${member.name} (${nameRole(member.role)}) logged in from ${address}`);
      const generation = await this.#ended.generationOf(member.name);
      const cookie = createSession(this.#parts.tokens, { name: member.name, generation });
      const session = this.#buildCookie(cookie, sessionHours * 3600);
      const next = sent.fields.get('next') ?? '';
      const asked = new URLSearchParams({ [loggedIn]: askedPage.test(next) ? next : '' });
      return sendAway(visit.request, visit.response, `${place}?${asked}`, session);
    }
    this.#parts.refusals.noteToken(address || 'an unknown address');
    const next = sent.fields.get('next') ?? '';
    const refuse = (status: number, message: string) =>
      sendPage(visit.request, visit.response, status, renderLogin(message, { next: askedPage.test(next) ? next : '' }));
    if (this.#attempts.countFailure(address && networkOf(address))) {
      this.#attempts.say(`a wrong token from ${address}`);
      return refuse(403, 'This token is not valid. Ask an operator of the site for yours.');
    }
    const many =
      'This token is not valid. Ask an operator of the site for yours. There were many wrong ones from your network.';
    return refuse(429, many);
  }

  /** Carries out a form of a page of this session. */
  async #act(visit: Visit, action: OwnAction): Promise<void> {
    const sent = await readForm(visit.request, longestForms.login);
    const { session } = visit;
    const refuse = (sentence: string) => {
      const what = visit.request.url ?? '';
      if (session) return this.#note(session, 'form', what, sentence);
      this.#attempts.say(`refused ${what} by nobody who is logged in: ${sentence}`);
      this.#parts.refusals.noteStranger();
    };
    if ('refusal' in sent) {
      refuse(sent.refusal);
      return this.#show(visit, sent.status, sent.refusal);
    }
    const { fields } = sent;
    if (session && isEqual(fields.get('csrf') ?? '', session.csrfToken)) {
      return action({ ...visit, session, form: fields });
    }
    refuse('The form is not from an open session.');
    const message = 'Nothing was done: this form belongs to another session. Please try again.';
    return this.#show(visit, 403, message);
  }

  async #logOut(visit: OwnVisit, { isEverywhere }: { isEverywhere: boolean }): Promise<void> {
    const { session } = visit;
    const cookie = this.#buildCookie('', 0);
    try {
      if (isEverywhere) await this.#ended.endAll(session);
      else await this.#ended.end(session);
    } catch (error) {
      console.error(
        `[shell] staff page: the session of ${session.name} could not be ended everywhere: ${messageOf(error)}`,
      );
      visit.response.setHeader('Set-Cookie', cookie);
      const message = `You are logged out here, but not on every server: ${messageOf(error)} A copy of your cookie works until ${new Date(session.ends).toISOString().slice(11, 16)} UTC. To end it now, change your token in STAFF_TOKENS.`;
      return this.#show({ ...visit, session: null }, 503, message);
    }
    console.log(`[shell] staff page: ${whoIs(visit)} logged out${isEverywhere ? ' everywhere' : ''}`);
    sendAway(visit.request, visit.response, place, cookie);
  }

  async #show({ request, response, session }: Visit, status: number, message: string | null): Promise<void> {
    const page = session ? renderRefused(session, message ?? '') : renderLogin(message);
    sendPage(request, response, status, page);
  }

  /** Logs a refusal of somebody who is logged in. */
  #note(session: StaffSession, kind: 'form' | 'role', what: string, sentence: string): void {
    const who = `${session.name} (${nameRole(session.role)})`;
    this.#attempts.say(`refused ${what} by ${who}: ${sentence}`);
    this.#parts.refusals.note(session.name, { kind, who, sentence });
  }

  #buildCookie(value: string, maxAge: number): string {
    const { secure } = this.#parts;
    return buildCookie({ name: cookieName, value, path: place, sameSite: 'Strict', maxAge, secure });
  }
}

/** Names the person for the log. */
function whoIs({ session }: Visit): string {
  return session ? `${session.name} (${nameRole(session.role)})` : 'nobody who is logged in';
}
