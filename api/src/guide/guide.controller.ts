import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request } from 'express';
import type { SiteConfig } from 'kit/contracts/site-config';
import { html, Markup } from 'kit/server/html';
import { originOf } from '../openapi/openapi.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { guideSections } from './guide-sections.ts';
import { guidePolicy, guideStyle } from './guide-style.ts';

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
