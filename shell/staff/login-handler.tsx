import type { IncomingMessage } from 'node:http';
import { messageOf } from 'kit/server/text';
import type { ReleasePlatform } from '../platform/index.ts';
import { buildCookie, type ReadVisitorAddress, readCookies } from '../server/http/read-request.ts';
import { inboxPlace } from './inbox/inbox-address.ts';
import { type OpenIdSignIn, signInTime } from './openid-sign-in.ts';
import type { Refusals } from './refusals.ts';
import { type Exchange, longestForms, readForm, StaffRefusal, sendAway, sendPage, type Visit } from './staff-http.ts';
import { mayEnterRoom, type StaffMember, type StaffTokens, whoIs } from './staff-members.ts';
import { LoginPage, SignedInPage } from './staff-page.tsx';
import {
  createSession,
  EndedSessions,
  type OpenIdMember,
  parseSession,
  type StaffSession,
  sessionHours,
} from './staff-session.ts';

export const staffPlace = '/_ops';
const loginPlace = `${staffPlace}/login`;
/** The address to which the OpenID provider sends people back. Operators register it there. */
export const callbackPath = `${loginPlace}/callback`;
/** Tells a refused cookie from a first visit, and may name the page that was asked for. */
export const loggedIn = 'logged-in';
/** The pages that a login may lead to. */
const askedPage =
  /^\/_ops(?:\/inbox(?:\/(?:quarantine|person|partners|audit|[A-Z]-[0-9A-Z]{6}))?(?:\?[\w.=&%+:|-]{0,2000})?|\/(?:approvals|failures|incidents|log|remotes|revisions|act)[\w./?=&%+-]{0,4500})$/;
/** The maximum length of a cookie's value, in characters. Browsers drop cookies above 4096 bytes. */
const longestCookie = 3900;

/** Gives the page that a login leads to, or an empty text for an address that is no such page. */
export function pageAfterLogin(asked: string): string {
  return askedPage.test(asked) ? asked : '';
}

export interface LoginHandlerParts {
  platform: ReleasePlatform;
  tokens: StaffTokens;
  openId: OpenIdSignIn | null;
  refusals: Refusals;
  addressOf: ReadVisitorAddress;
  /** Whether the site is served by https. The cookies are then never sent over plain http. */
  secure: boolean;
}

export class LoginHandler {
  readonly #parts: LoginHandlerParts;
  readonly #ended: EndedSessions;

  constructor(parts: LoginHandlerParts) {
    this.#parts = parts;
    this.#ended = new EndedSessions(parts.platform.store.endedSessions);
  }

  async sessionOf(request: IncomingMessage): Promise<StaffSession | null> {
    const session = parseSession(this.#parts.tokens, readCookies(request).get('staff'));
    return session && !(await this.#ended.has(session)) ? session : null;
  }

  /** Gives false for an address that is not about a login. */
  async handle(visit: Exchange, pathname: string): Promise<boolean> {
    const { method, url } = visit.request;
    const { openId } = this.#parts;
    const query = new URLSearchParams(url?.split('?')[1]);
    const asked = `${method} ${pathname.slice(staffPlace.length)}`;
    if (asked === 'POST /login') await this.#logIn(visit);
    else if (openId && asked === 'GET /login/start') await this.#begin(visit, openId, query.get('next') ?? '');
    else if (openId && asked === 'GET /login/callback') await this.#finish(visit, openId, query);
    else return false;
    return true;
  }

  show(
    visit: Exchange,
    status: number,
    message: string | null,
    { next = '', typed = '', cookies = [] }: { next?: string; typed?: string; cookies?: readonly string[] } = {},
  ): void {
    const { tokens, openId } = this.#parts;
    const ways = { provider: openId?.host ?? null, takesTokens: tokens.members.length > 0 };
    const page = <LoginPage message={message} next={pageAfterLogin(next)} typed={typed} {...ways} />;
    sendPage(visit, status, page, cookies);
  }

  /** After a login, a missing session means that the browser keeps no cookies. */
  askWhoTheyAre(visit: Exchange, here: string, { hasLoggedIn }: { hasLoggedIn: boolean }): void {
    const hadSession = readCookies(visit.request).has('staff');
    const ended = hadSession ? 'Your session has ended. Log in again.' : null;
    const refused = 'You are logged in, but this browser keeps no cookies. Allow them for this site.';
    this.show(visit, 200, hasLoggedIn ? refused : ended, { next: here });
  }

  /** Redirects to the page that was asked for, or to the first page of the role. */
  sendOn(visit: Exchange, session: StaffSession, asked: string): void {
    const page = pageAfterLogin(asked);
    const isTheirs = page !== '' && (mayEnterRoom(session) || page.startsWith(inboxPlace));
    const home = mayEnterRoom(session) ? staffPlace : inboxPlace;
    sendAway(visit, isTheirs ? page : home);
  }

  async #logIn(visit: Exchange): Promise<void> {
    let form: URLSearchParams;
    try {
      form = await readForm(visit.request, longestForms.login);
    } catch (error) {
      if (!(error instanceof StaffRefusal)) throw error;
      return this.show(visit, error.status, error.message);
    }
    const next = form.get('next') ?? '';
    // A valid token is always accepted, no matter how many wrong ones came before.
    const member = this.#parts.tokens.memberOf(form.get('token') ?? '');
    if (member) return sendAway(visit, afterLogin(next), await this.#startSession(visit, member));
    const isMany = this.#parts.refusals.noteToken(this.#addressOf(visit));
    const wrong = 'This token is not valid. Ask an operator of the site for yours.';
    const message = isMany ? `${wrong} There were many wrong ones from your network.` : wrong;
    this.show(visit, isMany ? 429 : 403, message, { next });
  }

  async #begin(visit: Exchange, openId: OpenIdSignIn, next: string): Promise<void> {
    try {
      const { location, flow } = await openId.begin();
      const cookies = [
        this.#buildSignInCookie('sign-in', flow),
        this.#buildSignInCookie('sign-in-next', next.length <= longestCookie ? pageAfterLogin(next) : ''),
      ];
      sendAway(visit, location, cookies);
    } catch (error) {
      this.#refuse(visit, error, { next });
    }
  }

  async #finish(visit: Exchange, openId: OpenIdSignIn, answer: URLSearchParams): Promise<void> {
    const cookies = readCookies(visit.request);
    const next = cookies.get('sign-in-next') ?? '';
    const removed = [this.#buildSignInCookie('sign-in', ''), this.#buildSignInCookie('sign-in-next', '')];
    try {
      const member = await openId.finish(answer, cookies.get('sign-in'));
      const session = await this.#startSession(visit, member);
      // A redirect would belong to the navigation from the provider, and browsers send no strict cookie with that.
      const page = <SignedInPage name={member.name} href={afterLogin(next)} />;
      sendPage(visit, 200, page, [session, ...removed]);
    } catch (error) {
      this.#refuse(visit, error, { next, cookies: removed });
    }
  }

  #refuse(visit: Exchange, error: unknown, shown: { next: string; cookies?: readonly string[] }): void {
    if (!(error instanceof StaffRefusal)) throw error;
    this.#parts.refusals.noteSignIn(this.#addressOf(visit), error.message);
    this.show(visit, error.status, error.message, shown);
  }

  async #startSession(visit: Exchange, member: StaffMember | OpenIdMember): Promise<string> {
    const how = 'subject' in member ? `by ${this.#parts.openId?.host}` : 'by token';
    console.log(`[shell] staff page: ${whoIs(member)} logged in ${how} from ${this.#addressOf(visit)}`);
    const generation = await this.#ended.generationOf(member.name);
    return this.#buildCookie(createSession(this.#parts.tokens, { ...member, generation }), sessionHours * 3600);
  }

  async logOut(visit: Visit, { isEverywhere }: { isEverywhere: boolean }): Promise<void> {
    const { session } = visit;
    const cookie = this.#buildCookie('', 0);
    try {
      if (isEverywhere) await this.#ended.endAll(session);
      else await this.#ended.end(session);
    } catch (error) {
      const { name, ends } = session;
      console.error(`[shell] staff page: the session of ${name} could not be ended everywhere: ${messageOf(error)}`);
      const until = new Date(ends).toISOString().slice(11, 16);
      const message = `You are logged out here, but not on every server: ${messageOf(error)} A copy of your cookie works until ${until} UTC. To end it now, change your token in STAFF_TOKENS, or any group in the site configuration.`;
      return this.show(visit, 503, message, { cookies: [cookie] });
    }
    console.log(`[shell] staff page: ${whoIs(session)} logged out${isEverywhere ? ' everywhere' : ''}`);
    sendAway(visit, staffPlace, cookie);
  }

  #addressOf({ request }: Exchange): string {
    return this.#parts.addressOf(request) ?? request.socket.remoteAddress ?? '';
  }

  #buildCookie(value: string, maxAge: number): string {
    const { secure } = this.#parts;
    return buildCookie({ name: 'staff', value, path: staffPlace, sameSite: 'Strict', maxAge, secure });
  }

  /** Such a cookie is lax, because the answer of the provider is a navigation from another site. */
  #buildSignInCookie(name: string, value: string): string {
    const maxAge = value === '' ? 0 : signInTime / 1000;
    return buildCookie({ name, value, path: loginPlace, sameSite: 'Lax', maxAge, secure: this.#parts.secure });
  }
}

function afterLogin(next: string): string {
  return `${staffPlace}?${new URLSearchParams({ [loggedIn]: pageAfterLogin(next) })}`;
}
