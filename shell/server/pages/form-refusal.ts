import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteConfig } from 'kit/contracts/site-config';
import { telephoneHref } from 'kit/contracts/telephone';
import { html } from '../http/html.ts';
import { respond } from '../http/respond.ts';
import { buildNoticePage } from './notice-page.ts';

/**
 * Makes what answers a form that a browser without our scripts sent to its page. Pages take nothing; the visitor is
 * told that nothing went out, that nothing is lost, and what to do.
 */
export function createFormRefusal({ brand, phone }: Pick<SiteConfig, 'brand' | 'phone'>) {
  const text = html`Nothing was sent. Go back: what you typed is still there. Allow JavaScript for this site and send the form again, or
<a href="/contact">call or write to us</a>: <a href="${telephoneHref(phone)}">${phone}</a>.`;
  const page = buildNoticePage({ brand }, { status: 405, title: 'This form needs JavaScript', text });
  return (request: IncomingMessage, response: ServerResponse) => respond(request, response, page);
}
