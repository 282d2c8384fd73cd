import type { SiteConfig } from 'kit/contracts/site-config';
import { html, Markup } from '../http/html.ts';
import type { Answer } from '../http/respond.ts';
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
main :focus-visible{outline-color:#c7401f}
`;

const securityPolicy = `default-src 'none'; style-src ${hashSource(style)}; img-src 'self'; frame-ancestors 'none'; base-uri 'none'`;

interface Notice {
  status: number;
  title: string;
  text: Markup;
}

/** A page of the server's own, in place of the one that was asked for: it says why that cannot be shown. */
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
