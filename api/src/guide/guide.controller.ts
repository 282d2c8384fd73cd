import { hash } from 'node:crypto';
import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request } from 'express';
import type { SiteConfig } from 'kit/contracts/site-config';
import { html, Markup } from 'kit/server/html';
import { originOf } from '../openapi/openapi.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { guideSections } from './guide-sections.ts';

/** The site's design (kit/theme/palette.ts) in plain CSS, because the API serves no bundle. */
const guideStyle = `
:root { --ink: #0e1b2a; --paper: #fbfaf6; --fog: #eef0ec; --line: #d9ddd6; --slate: #47535f; --beacon: #ffb020; --link: #a33014; }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid #c7401f; outline-offset: 2px; }
header { background: var(--ink); color: var(--paper); border-bottom: 4px solid var(--beacon); }
header a, header h1 { color: var(--paper); }
header :focus-visible { outline-color: var(--beacon); }
header p { color: #b9c3cd; }
.bar { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding: 1rem 0; align-items: baseline; }
.bar a { display: inline-block; padding: 0.25rem 0; }
.brand { font-weight: 700; font-size: 1.125rem; text-decoration: none; margin-right: auto; }
.page { width: min(60rem, 100% - 2.5rem); margin-inline: auto; }
h1, h2, h3 { line-height: 1.15; letter-spacing: -0.012em; text-wrap: balance; }
h1 { font-size: clamp(2rem, 1.6rem + 2vw, 3rem); margin: 1.5rem 0 0.5rem; }
h2 { font-size: clamp(1.5rem, 1.35rem + 0.8vw, 2rem); margin: 3.5rem 0 0.75rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1875rem; margin: 2rem 0 0.5rem; }
p, li { max-width: 44rem; }
.lead { font-size: 1.1875rem; margin: 0 0 2rem; }
.contents ul { columns: 2 14rem; padding-left: 1.25rem; }
.contents a { display: inline-block; padding: 0.25rem 0; }
pre { background: var(--ink); color: var(--paper); padding: 1rem 1.25rem; border-radius: 12px; overflow-x: auto; font-size: 0.875rem; line-height: 1.5; tab-size: 4; }
code { font-family: ui-monospace, "Cascadia Mono", Menlo, "Liberation Mono", monospace; font-size: 0.9em; }
pre code { font-size: inherit; }
:not(pre) > code { background: var(--fog); border-radius: 4px; padding: 0.1em 0.3em; }
.table { overflow-x: auto; border: 1px solid var(--line); border-radius: 12px; background: #fff; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.6rem 0.9rem; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; }
td:first-child { overflow-wrap: normal; }
td:nth-child(2) { min-width: 11rem; }
td:nth-child(n + 3) { min-width: 12rem; }
tr:last-child > * { border-bottom: 0; }
thead { background: var(--fog); }
footer { margin-top: 4rem; padding: 2rem 0; border-top: 1px solid var(--line); color: var(--slate); }
@media print { header, pre { background: none; color: inherit; border: 1px solid; } header * { color: inherit !important; } }
`;

/** The page loads its own styles and the site's icon, but no script. */
const guidePolicy = `default-src 'none';frame-ancestors 'none';style-src 'sha256-${hash('sha256', guideStyle, 'base64')}';img-src 'self'`;

/** A page for people, so the OpenAPI document leaves it out. */
@ApiExcludeController()
@SkipThrottle()
@Controller('guide')
export class GuideController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  @Header('Content-Security-Policy', guidePolicy)
  read(@Req() request: Request): string {
    const { site } = this.settings;
    return renderGuide(site, originOf(request, site.publicOrigin));
  }
}

function renderGuide(site: SiteConfig, origin: string): string {
  const { brand } = site;
  const sections = guideSections(origin, site);
  const title = `${brand} API: the guide for partners`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="Your first lead in two minutes, in curl, JavaScript, PHP and Python; then errors, retries, limits and webhooks.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${new Markup(guideStyle)}</style>
</head>
<body>
<header>
<div class="page">
<nav class="bar" aria-label="Site"><a class="brand" href="/">${brand}</a><a href="/api/docs">Every call</a><a href="/api/openapi.json">OpenAPI document</a></nav>
<h1>Send us leads</h1>
<p class="lead">Your first lead in two minutes. Nothing to install, and no key is needed to try.</p>
</div>
</header>
<main class="page">
<nav class="contents" aria-labelledby="contents"><h2 id="contents">Contents</h2>
<ul>${sections.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}</ul></nav>
${sections.map(({ id, heading, body }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${body}</section>`)}
</main>
<footer><p class="page">${brand} · <a href="/api/docs">every call with its fields</a> · <a href="/contact">contact</a></p></footer>
</body>
</html>
`.text;
}
