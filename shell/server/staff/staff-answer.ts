import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond } from '../http/respond.ts';
import { hashSource } from '../pages/content-security-policy.ts';
import { staffStyle } from './staff-document.ts';

/** Nothing but the page's own style and its own forms. */
const securityPolicy = `default-src 'none'; style-src ${hashSource(staffStyle)}; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** Of everything that staff get: kept by nobody, found by nobody, and no address of it told to another site. */
export const staffHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': securityPolicy,
  // Another one than pages of the site have: a script there that opens a page of staff in a window cannot look into it.
  'Cross-Origin-Opener-Policy': 'noopener-allow-popups',
};

/**
 * Whether a script, a frame or a picture asks, and no person who opens a page: scripts of remotes run on this very origin, and
 * would be answered with the cookie of whoever of the staff has the site open. Browsers say so, and no script can say otherwise.
 */
export function isNoPage({ headers }: IncomingMessage): boolean {
  const wanted = headers['sec-fetch-dest'];
  return wanted !== undefined && wanted !== 'document';
}

export function refuseScript(request: IncomingMessage, response: ServerResponse): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', ...staffHeaders };
  const body = Buffer.from('The staff page is for people: open it in a window of its own.\n');
  respond(request, response, { status: 403, headers, body });
}

export function sendPage(request: IncomingMessage, response: ServerResponse, status: number, page: string): void {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    ...staffHeaders,
    // The rest of a form that is too long is not waited for.
    ...(status === 413 && { Connection: 'close' }),
  };
  respond(request, response, { status, headers, body: Buffer.from(page) });
}

export function sendAway(request: IncomingMessage, response: ServerResponse, location: string, cookie?: string): void {
  const headers = { Location: location, ...staffHeaders, ...(cookie && { 'Set-Cookie': cookie }) };
  respond(request, response, { status: 303, headers, body: Buffer.alloc(0) });
}
