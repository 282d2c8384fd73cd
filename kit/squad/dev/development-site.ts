import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { SiteContract } from '../../contracts/squad/contract.ts';
import { developmentPath } from '../../federation/development.ts';
import { manifestOf } from '../../federation/remote-manifest.ts';
import { messageOf } from '../../server/text.ts';
import { checkBuild } from '../rules/check-release.ts';
import {
  developComposition,
  developPage,
  developPolicy,
  developSlots,
  findPage,
  styleSheetsOf,
} from './development-release.ts';
import { answerRecorded, recordAnswer } from './recorded-answers.ts';
import type { RunningSite } from './running-site.ts';
import type { RenderedPage, ServerRendering } from './server-rendering.ts';

/**
 * Where API answers come from: the site (`real`), files of the repository (`recorded`), or the site while its answers are
 * written to files (`record`).
 */
export const apiModes = ['real', 'recorded', 'record'] as const;
export type ApiMode = (typeof apiModes)[number];

interface DevelopmentParts {
  site: RunningSite;
  /** As it was at the start. */
  contract: SiteContract;
  folder: string;
  api: ApiMode;
  /** Whether forms reach the office. Otherwise they are marked as tests, which the API checks and answers like others. */
  realForms: boolean;
  rendering: Pick<ServerRendering, 'build' | 'tryPage'>;
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
export function developmentSite({
  site,
  contract: ofStart,
  folder,
  api,
  realForms,
  rendering,
  readMap,
}: DevelopmentParts) {
  let contract = ofStart;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', site.origin);
    const { pathname } = address;
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
    if (pathname === '/@dev/problem') {
      const problem = await findProblem(new URL(address.searchParams.get('page') ?? '/', site.origin));
      return send(response, 'application/json', JSON.stringify(problem));
    }
    if (pathname.startsWith(reportsPath)) {
      request.resume();
      response.writeHead(204).end();
      return;
    }
    if (pathname.startsWith('/api/')) return callApi(request, response);
    if (pathname.startsWith('/composition/')) {
      const composition = developComposition(await site.composition(pathname), await rendering.build());
      return send(response, 'application/json', JSON.stringify(composition));
    }
    if (!(await isPage(request, address))) return proxyToSite(site.origin, request, response);
    const [build, { data: live, head, policy }] = await Promise.all([rendering.build(), site.page(pathname)]);
    const data = { ...live, site: developSlots(live.site, build) };
    const page = findPage(build, address);
    const rendered = page && (await rendering.tryPage(page, data.site)).rendered;
    const { origins = {} } = manifestOf(folder);
    response.setHeader('Content-Security-Policy', developPolicy(policy, origins, `ws://${request.headers.host}`));
    const sheets = page ? styleSheetsOf(build, page) : [];
    const text = buildPage({ head, rendered, sheets, data: developPage(data, build, page) });
    send(response, 'text/html; charset=utf-8', text);
  }

  /** The first thing that the gate would refuse of the present source, and of its page at this address. */
  async function findProblem(address: URL) {
    const build = await rendering.build();
    const page = findPage(build, address);
    const tried = page && (await rendering.tryPage(page, (await site.page(address.pathname)).data.site));
    // Staff may give the remote its path while it is developed.
    contract = await site.contract().catch(() => contract);
    const ofBuild = Object.values(checkBuild(build, contract)).flat();
    const [problem = build.fault] = [...(tried?.problems ?? []), ...ofBuild].map((found) => found.problem);
    if (!problem) return null;
    return { problem, traced: tried?.error ? await traceError(messageOf(tried.error), folder, readMap) : null };
  }

  /** True also for a page of the remote that a program requests, which does not ask for HTML. */
  async function isPage({ method, headers }: IncomingMessage, address: URL): Promise<boolean> {
    if (!/^(?:GET|HEAD)$/.test(method ?? '') || address.pathname.startsWith('/_')) return false;
    return headers.accept?.includes('text/html') || findPage(await rendering.build(), address) !== null;
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

interface PageParts {
  /** Links to fonts and icons, as markup. */
  head: string;
  /** Null for a page that browsers render. */
  rendered: RenderedPage | null;
  sheets: readonly string[];
  data: object;
}

/** Builds the document of a page, as the site does for a page without a boot script. */
function buildPage({ head, rendered, sheets, data }: PageParts): string {
  // With the mark that `shell/browser/boot/early.ts` gives to the styles of a page before scripts run.
  const styles = (rendered?.styles ?? []).map(
    ({ key, ids, css }) => `<style data-s data-emotion="${key} ${ids.join(' ')}">${css}</style>`,
  );
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    rendered?.head ?? '',
    head,
    ...styles,
    ...sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`),
    '<script src="/@dev/page-client.js"></script>',
    `<script defer src="${developmentPath('shell')}main.js"></script>`,
    `</head><body><div id="root">${rendered?.html ?? ''}</div>`,
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
