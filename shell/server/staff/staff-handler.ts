import type { IncomingMessage, ServerResponse } from 'node:http';
import { isEqual, messageOf, type ReleasePlatform, rollbackRelease } from '../../platform/index.ts';
import { buildCookie, readCookies } from '../http/cookies.ts';
import { readBody } from '../http/read-body.ts';
import { respond } from '../http/respond.ts';
import type { ReadVisitorAddress } from '../http/visitor-address.ts';
import { hashSource } from '../pages/content-security-policy.ts';
import { Attempts } from './attempts.ts';
import { loadOverview } from './load-overview.ts';
import { renderLogin, renderOverview, staffStyle } from './staff-pages.ts';
import { createSession, parseSession, type StaffSession, sessionHours } from './staff-session.ts';
import type { StaffTokens } from './staff-tokens.ts';

const cookieName = 'staff';
const place = '/_ops';
/** Where the form leads to: tells a refused cookie from a first visit. */
const loggedIn = '?logged-in';
const longestForm = 8192;

/** Nothing but the page's own style and its own forms. */
const securityPolicy = `default-src 'none'; style-src ${hashSource(staffStyle)}; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

interface StaffHandlerParts {
  platform: ReleasePlatform;
  tokens: StaffTokens;
  addressOf: ReadVisitorAddress;
  /** The site is reached by https: the cookie is kept from plain http. */
  secure: boolean;
}

/** The staff page at `/_ops`: what is live, who made it so, and the way back. Plain forms, no script. */
export class StaffHandler {
  readonly #parts: StaffHandlerParts;
  readonly #attempts = new Attempts();

  constructor(parts: StaffHandlerParts) {
    this.#parts = parts;
  }

  /** Gives false for what is no address of the staff page. */
  async handle(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<boolean> {
    const session = parseSession(this.#parts.tokens, readCookies(request).get(cookieName));
    const isForm = request.method === 'POST';
    if (pathname === place && !isForm) await this.#open(request, response, session);
    else if (pathname === `${place}/login` && isForm) await this.#logIn(request, response);
    else if (pathname === `${place}/logout` && isForm) await this.#logOut(request, response, session);
    else if (pathname === `${place}/rollback` && isForm) await this.#rollBack(request, response, session);
    else return false;
    return true;
  }

  /** Whoever comes from the form with a good token and has no session has a browser that keeps no cookies. */
  async #open(request: IncomingMessage, response: ServerResponse, session: StaffSession | null): Promise<void> {
    const hasLoggedIn = request.url?.endsWith(loggedIn) === true;
    if (session && hasLoggedIn) return goBack(request, response);
    const message = hasLoggedIn
      ? 'The token is right, but this browser keeps no cookies. Allow them for this site.'
      : null;
    return this.#show(request, response, { session, status: 200, message });
  }

  async #logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = this.#parts.addressOf(request) ?? request.socket.remoteAddress ?? '';
    const refuse = (status: number, message: string) =>
      this.#show(request, response, { session: null, status, message });
    const form = await readForm(request);
    // Behind the wait for the form, so that attempts sent at once cannot all pass before the first one counts.
    if (this.#attempts.isBlocked(address)) {
      return refuse(429, 'There were too many wrong tokens. Try again in a quarter of an hour.');
    }
    const name = form && this.#parts.tokens.nameOf(form.get('token') ?? '');
    if (!name) {
      this.#attempts.countFailure(address);
      console.error(`[shell] staff page: a wrong token from ${address}`);
      return refuse(403, 'That is no token of the staff.');
    }
    console.log(`[shell] staff page: ${name} logged in from ${address}`);
    const session = this.#buildCookie(createSession(this.#parts.tokens, name), sessionHours * 3600);
    goBack(request, response, { cookie: session, query: loggedIn });
  }

  async #logOut(request: IncomingMessage, response: ServerResponse, session: StaffSession | null): Promise<void> {
    const form = await readForm(request);
    if (!isOwnForm(form, session)) return this.#refuseForm(request, response, session);
    goBack(request, response, { cookie: this.#buildCookie('', 0) });
  }

  async #rollBack(request: IncomingMessage, response: ServerResponse, session: StaffSession | null): Promise<void> {
    const form = await readForm(request);
    if (!session || !form || !isOwnForm(form, session)) return this.#refuseForm(request, response, session);
    const reason = form.get('reason')?.trim().slice(0, 500) ?? '';
    if (reason === '') {
      return this.#show(request, response, {
        session,
        status: 422,
        message: 'A rollback needs its reason for the log.',
      });
    }
    try {
      await rollbackRelease(this.#parts.platform, {
        remote: form.get('remote') ?? '',
        by: session.name,
        reason,
        expectedRevision: Number(form.get('revision')),
      });
      goBack(request, response);
    } catch (error) {
      await this.#show(request, response, { session, status: 409, message: messageOf(error) });
    }
  }

  #refuseForm(request: IncomingMessage, response: ServerResponse, session: StaffSession | null): Promise<void> {
    const message = 'Nothing was done: this form is not from your own open session. Please try again.';
    return this.#show(request, response, { session, status: 403, message });
  }

  async #show(
    request: IncomingMessage,
    response: ServerResponse,
    { session, status, message }: { session: StaffSession | null; status: number; message: string | null },
  ): Promise<void> {
    const page = session
      ? renderOverview(session, await loadOverview(this.#parts.platform), message)
      : renderLogin(message);
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      'Content-Security-Policy': securityPolicy,
    };
    respond(request, response, { status, headers, body: Buffer.from(page) });
  }

  #buildCookie(value: string, maxAge: number): string {
    const { secure } = this.#parts;
    return buildCookie({ name: cookieName, value, path: place, sameSite: 'Strict', maxAge, secure });
  }
}

/** Null when it is too long, of another type, or sent by a page of another site. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const { origin, host, 'content-type': contentType } = request.headers;
  const isOwnSite = origin === undefined || URL.parse(origin)?.host === host;
  if (!isOwnSite || !contentType?.startsWith('application/x-www-form-urlencoded')) return null;
  const body = await readBody(request, longestForm);
  return body === null ? null : new URLSearchParams(body);
}

function isOwnForm(form: URLSearchParams | null, session: StaffSession | null): boolean {
  return session !== null && isEqual(form?.get('csrf') ?? '', session.csrfToken);
}

function goBack(
  request: IncomingMessage,
  response: ServerResponse,
  { cookie, query = '' }: { cookie?: string; query?: string } = {},
): void {
  const headers = { Location: place + query, 'Cache-Control': 'no-store', ...(cookie && { 'Set-Cookie': cookie }) };
  respond(request, response, { status: 303, headers, body: Buffer.alloc(0) });
}
