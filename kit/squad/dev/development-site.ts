import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { BrowserRelease } from '../../contracts/composition.ts';
import { developmentPath } from '../../federation/development.ts';
import { developComposition, developPage } from './development-release.ts';
import { passOn } from './pass-on.ts';
import { answerRecorded, recordAnswer } from './recorded-answers.ts';
import type { RunningSite } from './running-site.ts';
import { traceError } from './trace-error.ts';

/** What answers the calls of the API: the site itself, the repository, or the site while the repository keeps its answers. */
export const apiModes = ['real', 'recorded', 'record'] as const;
export type ApiMode = (typeof apiModes)[number];

interface DevelopmentParts {
  site: RunningSite;
  remote: string;
  folder: string;
  api: ApiMode;
  release: () => Promise<BrowserRelease>;
  /** The source map of a bundle, by its address. */
  readMap: (url: string) => Promise<string | null>;
}

type Next = (error?: unknown) => void;

/** Where pages tell how fast and how sound they are for visitors: who develops is none, and breaks pages on purpose. */
const reports = '/_health/';

/** Longer stacks are none. */
const longestStack = 100_000;

/** Answers what the bundles do not: pages and compositions with the developed remote in them, the site's own rest. */
export function developmentSite({ site, remote, folder, api, release, readMap }: DevelopmentParts) {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', site.origin);
    if (pathname === '/@dev/page-client.js') {
      return send(
        response,
        'text/javascript',
        await readFile(path.join(import.meta.dirname, 'page-client.js'), 'utf8'),
      );
    }
    if (pathname === '/@dev/trace' && request.method === 'POST') {
      const traced = await traceError(await readText(request), folder, readMap);
      return send(response, 'application/json', JSON.stringify(traced));
    }
    if (pathname.startsWith(reports)) return dropReport(request, response);
    if (pathname.startsWith('/api/')) return callApi(request, response);
    if (pathname.startsWith('/composition/')) {
      const composition = developComposition(await site.composition(pathname), remote, await release());
      return send(response, 'application/json', JSON.stringify(composition));
    }
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (!isPage || pathname.startsWith('/_')) return passOn(site.origin, request, response);
    const { data, head } = await site.page(pathname);
    send(response, 'text/html; charset=utf-8', buildPage(head, developPage(data, remote, await release(), pathname)));
  }

  function callApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (api === 'recorded') return answerRecorded(folder, request, response);
    if (api === 'record') return recordAnswer(site.origin, folder, request, response);
    return passOn(site.origin, request, response);
  }

  return (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    answer(request, response).catch(next);
  };
}

function dropReport(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(204).end();
}

/** The browser renders everything: the server bundle of a remote under development does not exist. */
function buildPage(head: string, data: object): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    head,
    '<script src="/@dev/page-client.js"></script>',
    `<script defer src="${developmentPath('shell')}main.js"></script>`,
    '</head><body><div id="root"></div>',
    `<script type="application/json" id="page-data">${json}</script>`,
    '</body></html>',
  ].join('');
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > longestStack) break;
  }
  return text;
}

function send(response: ServerResponse, contentType: string, body: string): void {
  response.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  response.end(body);
}
