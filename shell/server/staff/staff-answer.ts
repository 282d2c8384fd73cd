import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond } from '../http/respond.ts';
import { hashSource } from '../pages/content-security-policy.ts';
import { roomScript } from './control-room/room-script.ts';
import { staffStyle } from './staff-document.ts';

/** The policy allows only the page's own style and forms, and the one script of the control room. */
const securityPolicy = `default-src 'none'; style-src ${hashSource(staffStyle)}; script-src ${hashSource(roomScript)}; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/**
 * The headers of everything that staff get: no cache keeps it, no search engine lists it, and no other site learns its
 * address.
 */
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

export function refuseScript(request: IncomingMessage, response: ServerResponse): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', ...staffHeaders };
  const body = Buffer.from('Open the staff pages in a browser window of their own, not from a script or a frame.\n');
  respond(request, response, { status: 403, headers, body });
}

export function sendPage(request: IncomingMessage, response: ServerResponse, status: number, page: string): void {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    ...staffHeaders,
    // The rest of a form that is too long is not read.
    ...(status === 413 && { Connection: 'close' }),
  };
  respond(request, response, { status, headers, body: Buffer.from(page) });
}

export function sendAway(request: IncomingMessage, response: ServerResponse, location: string, cookie?: string): void {
  const headers = { Location: location, ...staffHeaders, ...(cookie && { 'Set-Cookie': cookie }) };
  respond(request, response, { status: 303, headers, body: Buffer.alloc(0) });
}
