import type { SiteConfig } from 'kit/contracts/site-config';
import { telephoneHref } from 'kit/contracts/telephone';
import { html, Markup } from 'kit/server/html';
import type { Answer } from '../http/respond.ts';
import { hashSource } from './content-security-policy.ts';

// Pages that the server writes in place of the requested one. They need no script, no renderer and no release.

/** The site's colors without any download. */
const style = `
body{margin:0;font:1.125rem/1.6 system-ui,sans-serif;background:#fbfaf6;color:#0e1b2a}
header{padding:1rem 1.5rem;background:#0e1b2a;border-bottom:4px solid #ffb020}
header a{color:#fbfaf6;font-size:1.25rem;font-weight:700;text-decoration:none}
main{max-width:40rem;margin:0 auto;padding:3rem 1.5rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 1rem}
main a{color:#a33014}
:focus-visible{outline:2px solid #ffb020;outline-offset:2px}
main :focus-visible{outline-color:#c7401f}
`;

const securityPolicy = `default-src 'none'; style-src ${hashSource(style)}; img-src 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** In seconds, for the Retry-After header. */
const retryAfter = 60;

interface Notice {
  status: number;
  title: string;
  text: Markup;
}

/** A page that says why the requested one cannot be shown. */
export function buildNoticePage({ brand }: Pick<SiteConfig, 'brand'>, { status, title, text }: Notice): Answer {
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} | ${brand}</title><link rel="icon" href="/favicon.svg">
<style>${new Markup(style)}</style></head><body>
<header><a href="/">${brand}</a></header><main>
<h1>${title}</h1>
<p>${text}</p>
</main></body></html>`;
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': securityPolicy,
    },
    body: Buffer.from(page.text),
  };
}

/** The answer for the pages of a remote without a release. It is not a 404, because search engines would drop the pages. */
export function buildUnavailablePage({ brand, phone }: Pick<SiteConfig, 'brand' | 'phone'>): Answer {
  const text = html`This part of the site is being worked on. Please try again in a few minutes, or call us:
<a href="${telephoneHref(phone)}">${phone}</a>. <a href="/">Back to the home page</a>.`;
  const page = buildNoticePage({ brand }, { status: 503, title: 'This page is not available right now', text });
  return { ...page, headers: { ...page.headers, 'Retry-After': String(retryAfter) } };
}

/** The answer for the pages of a remote that staff withdrew. It lasts until they restore the remote. */
export function buildWithdrawnPage({ brand, phone }: Pick<SiteConfig, 'brand' | 'phone'>): Answer {
  const text = html`We have taken this part of our site offline for now. If you were looking for something here, please call us:
<a href="${telephoneHref(phone)}">${phone}</a>. <a href="/">Back to the home page</a>.`;
  return buildNoticePage({ brand }, { status: 404, title: 'This page is not available', text });
}

/**
 * The answer to a form that a browser without our scripts posted to its page. No page accepts forms, so it says that
 * nothing was sent, that nothing is lost, and what to do.
 */
export function buildFormRefusal({ brand, phone }: Pick<SiteConfig, 'brand' | 'phone'>): Answer {
  const text = html`Nothing was sent. Go back: what you typed is still there. Allow JavaScript for this site and send the form again, or
<a href="/contact">call or write to us</a>: <a href="${telephoneHref(phone)}">${phone}</a>.`;
  return buildNoticePage({ brand }, { status: 405, title: 'This form needs JavaScript', text });
}
