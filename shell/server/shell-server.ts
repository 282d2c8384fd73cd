import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { shellName } from 'kit/contracts/shell-name';
import type { SiteConfig } from 'kit/contracts/site-config';
import { renderUnreadable } from 'kit/contracts/unreadable-request';
import { withdrawnPath } from 'kit/contracts/withdrawn-releases';
import { html } from 'kit/server/html';
import { traceRequest } from 'kit/server/tracing';
import { viewReportPath, visitReportPath } from '../app/view-report.ts';
import type { Live, SiteFollower } from '../platform/index.ts';
import { EncodedBody } from './files/encoded-body.ts';
import { type FileSet, immutable, sendFile, shortLived } from './files/file-set.ts';
import { createWithdrawnAnswer, findReleaseFile, findShellFile, sendComposition } from './files/release-files.ts';
import type { HealthService } from './health/health-service.ts';
import type { SiteMetrics } from './health/site-metrics.ts';
import type { VisitService } from './health/visit-service.ts';
import { createApiProxy } from './http/proxy.ts';
import { type ReadVisitorAddress, readBody } from './http/read-request.ts';
import { type Answer, requestIdOf, respond, respondWithProblem, secureHeaders } from './http/respond.ts';
import { log } from './log.ts';
import { type createPackageHandler, packagesPath } from './packages/package-registry.ts';
import { buildFormRefusal } from './pages/notice-pages.ts';
import type { PageComposer } from './pages/page-composer.ts';
import { PageHandler, unreadableUrl } from './pages/page-handler.ts';
import type { RouteAnswers } from './pages/route-answers.ts';
import { type BuiltShell, shellOf } from './shells/page-shell.ts';
import type { createPlatformHandler } from './squads/platform-handler.ts';
import { PreviewSwitch, type SiteChooser } from './visitors/choose-site.ts';

export interface ShellServerParts {
  apiUrl: string;
  follower: SiteFollower;
  composer: PageComposer;
  answers: RouteAnswers;
  /** The shell of release sets that have none. */
  shell: BuiltShell;
  /** Version of this program, without the shell that it serves. */
  version: string;
  chooser: SiteChooser;
  health: HealthService;
  visits: VisitService;
  metrics: SiteMetrics;
  addressOf: ReadVisitorAddress;
  /** The remote that owns a path, whether or not it serves it. */
  ownerOf: (pathname: string) => string | null;
  /** Null without a staff token. */
  staff: { handle: (request: IncomingMessage, response: ServerResponse, pathname: string) => Promise<boolean> } | null;
  platform: ReturnType<typeof createPlatformHandler>;
  sendPackage: ReturnType<typeof createPackageHandler>;
  /** Files in the site's root: pictures, icons, the manifest. */
  publicFiles: FileSet;
  config: SiteConfig;
}

/** In bytes; a request with larger headers is refused before it is read. */
const maxHeaderSize = 16 * 1024;

type Handler = (request: IncomingMessage, response: ServerResponse, address: URL) => Promise<void> | void;

/** Creates the HTTP server of the site: pages, files of shell and releases, and the proxy to the API. */
export function createShellServer(parts: ShellServerParts): Server {
  const proxyToApi = createApiProxy(parts.apiUrl, parts.addressOf);
  const pages = new PageHandler({ ...parts, previews: new PreviewSwitch(parts.chooser, parts.config) });
  parts.follower.beforeChange((change) => pages.prepare(change));
  const route = createRouter(parts, pages);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (pages.answerAgain(request, response)) return;
    // A visitor who views an unreadable address gets the not-found page, and nothing behind this line reads the address.
    const address = parseAddress(request.url) ?? (isPageView(request) ? parseAddress(unreadableUrl) : null);
    if (address && /^\/api(?:\/|$)/.test(address.pathname)) {
      proxyToApi(request, response).catch((error: unknown) => sendFailure(request, response, error));
      return;
    }
    response.setHeaders(new Map(secureHeaders));
    if (!address) {
      const message = 'This address cannot be read.';
      return respondWithProblem(request, response, { status: 400, message });
    }
    Promise.resolve(route(request, response, address)).catch((error: unknown) => sendFailure(request, response, error));
  };
  const server = createServer(
    { maxHeaderSize, requestTimeout: 60_000, headersTimeout: 20_000 },
    (request, response) => {
      parts.metrics.observeRequest(request, response);
      traceRequest(request, response, { isTrusted: false }, () => answer(request, response));
    },
  );
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (socket.writable && code !== 'ECONNRESET') socket.end(renderUnreadable(code, randomUUID(), secureHeaders));
  });
  return server;
}

/** The routes of the server, in the order in which they are tried. Pages come last. */
function createRouter(parts: ShellServerParts, pages: PageHandler): Handler {
  const { follower, shell, publicFiles, config, chooser, staff, platform } = parts;
  const searchEngineFile = createSearchEngineFiles(config.publicOrigin);
  const formRefusal = buildFormRefusal(config);
  const sendWithdrawn = createWithdrawnAnswer(follower);
  const reports = new Map<string, HealthService | VisitService>([
    [viewReportPath, parts.health],
    [visitReportPath, parts.visits],
  ]);
  return async (request, response, address) => {
    if (staff && /^\/_ops(?:\/|$)/.test(address.pathname)) {
      if (await staff.handle(request, response, address.pathname)) return;
    }
    if (address.pathname.startsWith('/_platform/') && (await platform(request, response, address))) return;
    const report = request.method === 'POST' && reports.get(address.pathname);
    if (report) return receiveReport(request, response, { service: report, addressOf: parts.addressOf });
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(request, response, formRefusal);
    const [, area = '', ...rest] = address.pathname.split('/');
    const name = rest.join('/');
    if (area === shellName) {
      const file = shell.files.get(name) ?? findShellFile(request, rest, { follower, chooser });
      return sendFile(request, response, file, immutable);
    }
    if (area === 'remotes') {
      return sendFile(request, response, findReleaseFile(request, rest, { follower, chooser }), immutable);
    }
    if (address.pathname === withdrawnPath) return sendWithdrawn(request, response);
    if (area === 'composition') return sendComposition(request, response, name, { follower, chooser });
    if (address.pathname.startsWith(`${packagesPath}/`)) return parts.sendPackage(request, response, address.pathname);
    if (address.pathname === '/healthz') return sendHealth(request, response, parts);
    const file = publicFiles.get(address.pathname.slice(1)) ?? searchEngineFile(address.pathname, follower.current);
    if (file) return sendFile(request, response, file, shortLived);
    return pages.handle(request, response, address);
  };
}

/** Creates the handler of `/robots.txt` and `/sitemap.xml`, which is built once per release set. */
function createSearchEngineFiles(origin: string) {
  const robots = new EncodedBody(Buffer.from(buildRobots(origin)), 'text/plain; charset=utf-8');
  const sitemaps = new WeakMap<Live.LiveSite, EncodedBody>();
  return function searchEngineFile(pathname: string, site: Live.LiveSite): EncodedBody | undefined {
    if (pathname === '/robots.txt') return robots;
    if (pathname !== '/sitemap.xml') return undefined;
    const known = sitemaps.get(site);
    if (known) return known;
    const sitemap = new EncodedBody(Buffer.from(buildSitemap(site, origin)), 'application/xml; charset=utf-8');
    sitemaps.set(site, sitemap);
    return sitemap;
  };
}

/**
 * `/sitemap.xml` (sitemaps.org protocol 0.9) from the live routes. It lists every indexable page with a fixed path, dated
 * by its release.
 */
function buildSitemap(site: Live.LiveSite, origin: string): string {
  const entries = site.pages
    .filter(({ meta }) => !meta.noindex && (meta.canonical ?? meta.path) === meta.path && !meta.path.includes(':'))
    .map(({ meta, remote }) => {
      const { builtAt } = remote.live.record;
      // XML has all entities that `html` writes.
      return html`<url><loc>${origin + meta.path}</loc><lastmod>${builtAt.slice(0, 10)}</lastmod></url>`.text;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`;
}

/** `/robots.txt` (RFC 9309). Pages that must not be indexed have a robots tag. */
function buildRobots(origin: string): string {
  return ['User-agent: *', 'Disallow: /api/', 'Disallow: /_ops', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

/** In bytes; a longer report does not come from our pages. */
const maxReportBytes = 10_000;

async function receiveReport(
  request: IncomingMessage,
  response: ServerResponse,
  { service, addressOf }: { service: HealthService | VisitService; addressOf: ReadVisitorAddress },
): Promise<void> {
  const body = await readBody(request, maxReportBytes);
  const sender = { address: addressOf(request), userAgent: request.headers['user-agent'] };
  if (body !== null && (await service.receiveReport(String(body), sender))) return void response.writeHead(204).end();
  respondWithProblem(request, response, {
    status: 400,
    message: 'This report does not belong to a page view, or was counted before.',
  });
}

function sendHealth(
  request: IncomingMessage,
  response: ServerResponse,
  { follower, version, shell: built }: Pick<ShellServerParts, 'follower' | 'version' | 'shell'>,
): void {
  const { id: live } = shellOf(follower.current, built);
  const healthy = follower.current.remotes.length > 0;
  respond(request, response, {
    status: healthy ? 200 : 503,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: Buffer.from(
      JSON.stringify({
        status: healthy ? 'ok' : 'no release is live',
        revision: follower.current.revision,
        version,
        // A release, or the built-in shell.
        shell: { id: live, isReleased: follower.current.shell !== null },
        problems: follower.problems,
      }),
    ),
  });
}

function isPageView({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && acceptsPages(headers);
}

function acceptsPages({ accept }: IncomingMessage['headers']): boolean {
  return accept?.includes('text/html') ?? false;
}

function refuseMethod(request: IncomingMessage, response: ServerResponse, formRefusal: Answer): void {
  response.setHeader('Allow', 'GET, HEAD');
  if (request.method === 'POST' && acceptsPages(request.headers)) {
    respond(request, response, formRefusal);
    return;
  }
  respondWithProblem(request, response, {
    status: 405,
    message: 'This address can be read, nothing can be sent to it.',
  });
}

function sendFailure(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  log.error({ requestId: requestIdOf(request), err: error }, 'a request failed');
  if (response.headersSent) return void response.destroy();
  respondWithProblem(request, response, {
    status: 500,
    message: 'Something went wrong on our side. Please try again in a minute.',
  });
}

/**
 * Parses the path of a request; null for absolute forms, including those hidden by `.` and `..` (`/.//host`), backslashes,
 * invalid encodings, control characters, and line breaks, which no React Router route matches, so that the page would not
 * hydrate.
 */
function parseAddress(url: string | undefined): URL | null {
  if (!url?.startsWith('/') || url.startsWith('//') || url.includes('\\')) return null;
  try {
    const address = new URL(url, 'http://site.invalid');
    const decoded = decodeURIComponent(address.pathname);
    if (address.pathname.startsWith('//')) return null;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
    return /[\u0000-\u001f\u007f\u2028\u2029]/.test(decoded) ? null : address;
  } catch {
    return null;
  }
}
