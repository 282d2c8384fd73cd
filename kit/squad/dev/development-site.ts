import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { BrowserRelease } from '../../contracts/composition.ts';
import { findRoute } from '../../contracts/match-path.ts';
import { developmentPath } from '../../federation/development.ts';
import { manifestOf } from '../../federation/remote-manifest.ts';
import { developComposition, developPage, developPolicy } from './development-release.ts';
import { answerRecorded, recordAnswer } from './recorded-answers.ts';
import type { RunningSite } from './running-site.ts';

/**
 * Where API answers come from: the site (`real`), files of the repository (`recorded`), or the site while its answers are
 * written to files (`record`).
 */
export const apiModes = ['real', 'recorded', 'record'] as const;
export type ApiMode = (typeof apiModes)[number];

interface DevelopmentParts {
  site: RunningSite;
  remote: string;
  folder: string;
  api: ApiMode;
  /** Whether forms reach the office. Otherwise they are marked as tests, which the API checks and answers like others. */
  realForms: boolean;
  release: () => Promise<BrowserRelease>;
  /** Reads the source map of a bundle by the bundle's URL. */
  readMap: (url: string) => Promise<string | null>;
}

type Next = (error?: unknown) => void;

/**
 * Pages report errors and timings to this path. Reports are dropped in development, because a developer breaks pages on
 * purpose.
 */
const reportsPath = '/_health/';

/** In characters; the rest of a longer stack is ignored. */
const maxStackLength = 100_000;

/**
 * Creates the middleware that runs after the bundles are served. It puts the remote into pages and compositions, and
 * proxies all other requests to the site.
 */
export function developmentSite({ site, remote, folder, api, realForms, release, readMap }: DevelopmentParts) {
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
    if (pathname.startsWith(reportsPath)) return dropReport(request, response);
    if (pathname.startsWith('/api/')) return callApi(request, response);
    if (pathname.startsWith('/composition/')) {
      const composition = developComposition(await site.composition(pathname), remote, await release());
      return send(response, 'application/json', JSON.stringify(composition));
    }
    if (!(await isPage(request, pathname))) return proxyToSite(site.origin, request, response);
    const { data, head, policy } = await site.page(pathname);
    const { origins = {} } = manifestOf(folder);
    response.setHeader('Content-Security-Policy', developPolicy(policy, origins, `ws://${request.headers.host}`));
    send(response, 'text/html; charset=utf-8', buildPage(head, developPage(data, remote, await release(), pathname)));
  }

  /** The pages of the remote are developed ones for programs as well, which do not ask for HTML. */
  async function isPage({ method, headers }: IncomingMessage, pathname: string): Promise<boolean> {
    if (!/^(?:GET|HEAD)$/.test(method ?? '') || pathname.startsWith('/_')) return false;
    return headers.accept?.includes('text/html') || findRoute((await release()).routes, pathname) !== undefined;
  }

  async function callApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (api === 'recorded') return answerRecorded(folder, request, response);
    const given = await buffer(request);
    // A partner's key decides itself whether its calls are tests.
    const isForm = request.method === 'POST' && !request.headers.authorization;
    const body = isForm && !realForms ? markAsTest(given) : given;
    if (api === 'record') return recordAnswer(site.origin, folder, request, body, response);
    return proxyToSite(site.origin, request, response, body);
  }

  return (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    answer(request, response).catch(next);
  };
}

function dropReport(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(204).end();
}

/** Builds a page without content. The browser renders it, since a remote in development has no server bundle. */
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
    if (text.length > maxStackLength) break;
  }
  return text;
}

function send(response: ServerResponse, contentType: string, body: string): void {
  response.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  response.end(body);
}

/** A form with `isTest` is checked and answered, and reaches nobody. Other bodies are refused by the API, or are no form. */
function markAsTest(body: Buffer): Buffer {
  try {
    const form: unknown = JSON.parse(body.toString());
    return form instanceof Object && !Array.isArray(form)
      ? Buffer.from(JSON.stringify({ ...form, isTest: true }))
      : body;
  } catch {
    return body;
  }
}

/**
 * Proxies a request with the site's own origin, so that the site accepts it as one of its pages' requests.
 * @param body replaces that of the request, which has been read.
 */
function proxyToSite(origin: string, request: IncomingMessage, response: ServerResponse, body?: Buffer): Promise<void> {
  const target = new URL(request.url ?? '/', origin);
  const { origin: ownOrigin, referer, connection: _connection, ...headers } = request.headers;
  const forwarded = {
    ...headers,
    host: target.host,
    ...(ownOrigin && { origin }),
    ...(referer && { referer: `${origin}/` }),
    ...(body && body.length > 0 && { 'content-length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const open = target.protocol === 'https:' ? requestHttps : requestHttp;
    const upstream = open(target, { method: request.method, headers: forwarded }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once('end', resolve);
      answer.once('error', reject);
    });
    upstream.once('error', (error) => reject(new Error(`${origin} gives no answer: ${error.message}`)));
    if (body) upstream.end(body);
    else request.pipe(upstream);
  });
}

interface TracedError {
  /** Relative to the repository. */
  file: string;
  line: number;
  column: number;
  /** The source lines around the error. */
  frame: string;
}

const framePattern = /(?<url>https?:\/\/[^\s()]+?):(?<line>\d+):(?<column>\d+)/g;
const contextLines = 3;

/** Finds the first stack frame in the source of the remote, with the source maps of its bundles. */
async function traceError(
  stack: string,
  folder: string,
  readMap: (url: string) => Promise<string | null>,
): Promise<TracedError | null> {
  for (const { groups } of stack.matchAll(framePattern)) {
    const { url = '', line = '0', column = '0' } = groups ?? {};
    const map = await readMap(url);
    if (!map) continue;
    const found = originalPositionFor(new TraceMap(map), {
      line: Number(line),
      column: Math.max(0, Number(column) - 1),
    });
    const within = found.source ? sourceWithin(found.source, folder) : null;
    if (!within || found.line === null) continue;
    const frame = await frameOf(path.join(folder, within), found.line);
    if (frame) return { file: within, line: found.line, column: (found.column ?? 0) + 1, frame };
  }
  return null;
}

/** `webpack://mf-careers/./src/pages/x.tsx` -> `src/pages/x.tsx`; null for a file outside the remote. */
function sourceWithin(source: string, folder: string): string | null {
  const file = source.startsWith(folder)
    ? path.relative(folder, source)
    : /\/(?:\.\/)?(?<file>src\/[^?]+)/.exec(source)?.groups?.file;
  return file?.startsWith('src') && !file.includes('..') ? file : null;
}

async function frameOf(file: string, line: number): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const first = Math.max(0, line - 1 - contextLines);
  return lines
    .slice(first, line + contextLines)
    .map(
      (content, index) =>
        `${first + index + 1 === line ? '>' : ' '} ${String(first + index + 1).padStart(4)} | ${content}`,
    )
    .join('\n');
}
