import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteConfig } from 'kit/contracts/site-config';
import { telephoneHref } from 'kit/contracts/telephone';
import { html, Markup } from '../http/html.ts';
import { respond } from '../http/respond.ts';
import { hashSource } from './content-security-policy.ts';

/** The site's colours, and nothing to download. */
const style = `
body{margin:0;font:1.125rem/1.6 system-ui,sans-serif;background:#fbfaf6;color:#0e1b2a}
header{padding:1rem 1.5rem;background:#0e1b2a;border-bottom:4px solid #ffb020}
header a{color:#fbfaf6;font-size:1.25rem;font-weight:700;text-decoration:none}
main{max-width:40rem;margin:0 auto;padding:3rem 1.5rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 1rem}
main a{color:#a33014}
:focus-visible{outline:2px solid #ffb020;outline-offset:2px}
`;

const securityPolicy = `default-src 'none'; style-src ${hashSource(style)}; img-src 'self'; frame-ancestors 'none'; base-uri 'none'`;

/**
 * Makes what answers a form that a browser without our scripts sent to its page. Pages take nothing; the visitor is
 * told that nothing went out, that nothing is lost, and what to do.
 */
export function createFormRefusal({ brand, phone }: Pick<SiteConfig, 'brand' | 'phone'>) {
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>This form needs JavaScript | ${brand}</title><link rel="icon" href="/favicon.svg">
<style>${new Markup(style)}</style></head><body>
<header><a href="/">${brand}</a></header><main>
<h1>This form needs JavaScript</h1>
<p>Nothing was sent. Go back: what you typed is still there. Allow JavaScript for this site and send the form again, or
<a href="/contact">call or write to us</a>: <a href="${telephoneHref(phone)}">${phone}</a>.</p>
</main></body></html>`;
  const body = Buffer.from(page.text);
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': securityPolicy,
  };
  return (request: IncomingMessage, response: ServerResponse) =>
    respond(request, response, { status: 405, headers, body });
}
