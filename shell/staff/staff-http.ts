import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReactNode } from 'react';
import { readBody } from '../server/http/read-request.ts';
import { respond } from '../server/http/respond.ts';
import { hashSource } from '../server/pages/content-security-policy.ts';
import { roomScript } from './control-room/room-script.ts';
import staffStyle from './staff.css';
import { renderPage } from './staff-page.tsx';
import type { StaffSession } from './staff-session.ts';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

export interface Visit extends Exchange {
  session: StaffSession;
  /** The path below the control room or the inbox, for example `/remotes/mf-agents`; empty for the first page. */
  path: string;
  query: URLSearchParams;
}

export interface FormVisit extends Visit {
  form: URLSearchParams;
}

/** The policy allows only the page's own style and forms, and the one script of the control room. */
const securityPolicy = `default-src 'none'; style-src ${hashSource(staffStyle)}; script-src ${hashSource(roomScript)}; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** No cache keeps a page, no search engine lists it, and no other site learns its address. */
export const staffHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': securityPolicy,
  // Pages of the site have another policy, so that a script there which opens a staff page in a window cannot read it.
  'Cross-Origin-Opener-Policy': 'noopener-allow-popups',
};

/**
 * Whether a script, a frame or an image asks, instead of a person who opens a page. Scripts of remotes run on this
 * origin, and would get answers with the cookie of staff who have the site open. Browsers set this header, and no
 * script can change it.
 */
export function isNoPage({ headers }: IncomingMessage): boolean {
  const wanted = headers['sec-fetch-dest'];
  return wanted !== undefined && wanted !== 'document';
}

export function refuseScript({ request, response }: Exchange): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', ...staffHeaders };
  const body = Buffer.from('Open the staff pages in a browser window of their own, not from a script or a frame.\n');
  respond(request, response, { status: 403, headers, body });
}

export function sendPage(
  { request, response, session = null }: Exchange & { session?: StaffSession | null },
  status: number,
  page: ReactNode,
  cookies: readonly string[] = [],
): void {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    ...staffHeaders,
    ...(cookies.length > 0 && { 'Set-Cookie': [...cookies] }),
    // The rest of a form that is too long is not read.
    ...(status === 413 && { Connection: 'close' }),
  };
  respond(request, response, { status, headers, body: Buffer.from(renderPage(session, page)) });
}

export function sendAway({ request, response }: Exchange, location: string, cookie?: string | string[]): void {
  const headers = { Location: location, ...staffHeaders, ...(cookie && { 'Set-Cookie': cookie }) };
  respond(request, response, { status: 303, headers, body: Buffer.alloc(0) });
}

export class StaffRefusal extends Error {
  override readonly name = 'StaffRefusal';
  readonly status: number;
  /** How the list of refusals notes it; null for a mistake in a form, which is not noted. */
  readonly noted: 'form' | 'role' | null;

  constructor(status: number, message: string, noted: StaffRefusal['noted'] = null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.noted = noted;
  }
}

export type Fields = Readonly<Record<string, string | number | null | undefined | false>>;

/** Leaves out fields without a value. */
export function filledIn(fields: Fields): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value || value === 0) query.append(name, String(value));
  return query;
}

export function addressWith(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}

/** In bytes. A note in the inbox has 5000 characters, of which each may take twelve. */
export const longestForms = { login: 8192, room: 32_768, inbox: 65_536 } as const;

/** Refuses forms of another site before anything else. @throws StaffRefusal */
export async function readForm(request: IncomingMessage, longestForm: number): Promise<URLSearchParams> {
  const { 'content-type': type, 'content-length': length } = request.headers;
  const refusal = (status: number, why: string) => new StaffRefusal(status, `Nothing was done: ${why}`, 'form');
  if (isFromElsewhere(request))
    throw refusal(403, 'this form was sent by another site. Open the page here and send it again.');
  if (!type?.startsWith('application/x-www-form-urlencoded'))
    throw refusal(415, 'the form cannot be read. Reload the page and send it again.');
  // Such a body is not read at all, because the answer would not arrive while the rest is still sent.
  const body = Number(length) > longestForm ? null : await readBody(request, longestForm);
  if (body === null) throw refusal(413, 'the form is too long. Shorten the text and send it again.');
  // Browsers send a line break as two characters, and count one.
  return new URLSearchParams(String(body).replaceAll('%0D%0A', '%0A'));
}

/** Browsers name the origin of a form; those that do not send `Sec-Fetch-Site` send `Origin`. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin';
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
