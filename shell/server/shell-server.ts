import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { releaseIdPattern } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import type { SiteConfig } from 'kit/contracts/site-config';
import { renderUnreadable } from 'kit/contracts/unreadable-request';
import { type WithdrawnReleases, withdrawnPath } from 'kit/contracts/withdrawn-releases';
import { viewReportPath, visitReportPath } from '../app/view-report.ts';
import type { SiteFollower } from '../platform/index.ts';
import { type CompositionSources, sendComposition } from './files/composition-file.ts';
import { EncodedBody } from './files/encoded-body.ts';
import { immutable, sendFile, shortLived } from './files/file-handler.ts';
import type { FileSet } from './files/file-set.ts';
import { releaseBody } from './files/release-bodies.ts';
import type { HealthDesk } from './health/health-desk.ts';
import type { Sender, VisitService } from './health/visit-service.ts';
import { createApiProxy } from './http/proxy.ts';
import { readBody } from './http/read-body.ts';
import { requestIdOf, respond, respondWithProblem } from './http/respond.ts';
import { secureHeaders } from './http/secure-headers.ts';
import type { ReadVisitorAddress } from './http/visitor-address.ts';
import { log } from './log.ts';
import { createPackageHandler, packagesPath } from './packages/package-handler.ts';
import type { PackageRegistry } from './packages/package-registry.ts';
import { createFormRefusal } from './pages/form-refusal.ts';
import type { PageComposer } from './pages/page-composer.ts';
import { PageHandler } from './pages/page-handler.ts';
import type { RouteAnswers } from './pages/route-answers.ts';
import { createSearchEngineFiles } from './search-engines/search-engine-files.ts';
import { shellOf } from './shells/page-shell.ts';
import type { BuiltShell } from './shells/shell-build.ts';
import type { PlatformHandler } from './squads/platform-handler.ts';
import type { StaffHandler } from './staff/staff-handler.ts';
import type { SiteChooser } from './visitors/choose-site.ts';

export interface ShellServerParts {
  apiUrl: string;
  follower: SiteFollower;
  composer: PageComposer;
  answers: RouteAnswers;
  /** For release sets that have none. */
  shell: BuiltShell;
  /** Of this program, without the shell that it serves. */
  version: string;
  chooser: SiteChooser;
  health: HealthDesk;
  visits: VisitService;
  addressOf: ReadVisitorAddress;
  /** The remote whose paths an address lies in, whether it serves it or not. */
  ownerOf: (pathname: string) => string | null;
  /** Null when no staff token is configured. */
  staff: StaffHandler | null;
  /** What squads elsewhere read and call. */
  platform: PlatformHandler;
  packages: PackageRegistry;
  /** Files of the site's root: pictures, icons, the manifest. */
  publicFiles: FileSet;
  config: SiteConfig;
}

/** Requests larger than this in their headers are refused before they are read, in bytes. */
const maxHeaderSize = 16 * 1024;

type Handler = (request: IncomingMessage, response: ServerResponse, address: URL) => Promise<void> | void;

/** The server that visitors meet: pages, files of shell and releases, and the API passed on. */
export function createShellServer(parts: ShellServerParts): Server {
  const proxyToApi = createApiProxy(parts.apiUrl, parts.addressOf);
  const pages = new PageHandler(parts);
  parts.follower.beforeChange((change) => pages.prepare(change));
  const route = createRouter(parts, pages);
  const server = createServer(
    { maxHeaderSize, requestTimeout: 60_000, headersTimeout: 20_000 },
    (request, response) => {
      if (pages.answerAgain(request, response)) return;
      const address = parseAddress(request.url);
      if (address && /^\/api(?:\/|$)/.test(address.pathname)) {
        proxyToApi(request, response).catch((error: unknown) => fail(request, response, error));
        return;
      }
      response.setHeaders(new Map(secureHeaders));
      if (!address) return refuseAddress(request, response);
      Promise.resolve(route(request, response, address)).catch((error: unknown) => fail(request, response, error));
    },
  );
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (socket.writable && code !== 'ECONNRESET') socket.end(renderUnreadable(code, randomUUID(), secureHeaders));
  });
  return server;
}

function createRouter(parts: ShellServerParts, pages: PageHandler): Handler {
  const { follower, shell, publicFiles, config, chooser, staff, platform } = parts;
  const searchEngineFile = createSearchEngineFiles(config.publicOrigin);
  const refuseForm = createFormRefusal(config);
  const sendWithdrawn = createWithdrawnAnswer(follower);
  const sendPackage = createPackageHandler(parts.packages, config.publicOrigin);
  return async (request, response, address) => {
    if (staff && /^\/_ops(?:\/|$)/.test(address.pathname)) {
      if (await staff.handle(request, response, address.pathname)) return;
    }
    if (address.pathname.startsWith('/_platform/') && (await platform.handle(request, response, address))) return;
    if (request.method === 'POST' && address.pathname === viewReportPath) {
      return takeReport(request, response, { desk: parts.health, addressOf: parts.addressOf });
    }
    if (request.method === 'POST' && address.pathname === visitReportPath) {
      return takeReport(request, response, { desk: parts.visits, addressOf: parts.addressOf });
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(request, response, refuseForm);
    const [, area = '', ...rest] = address.pathname.split('/');
    const name = rest.join('/');
    if (area === shellName) {
      const file = shell.files.get(name) ?? shellFile(request, rest, { follower, chooser });
      return sendFile(request, response, file, immutable);
    }
    if (area === 'remotes')
      return sendFile(request, response, releaseFile(request, rest, { follower, chooser }), immutable);
    if (address.pathname === withdrawnPath) return sendWithdrawn(request, response);
    if (area === 'composition') return sendComposition(request, response, name, { follower, chooser });
    if (address.pathname.startsWith(`${packagesPath}/`)) return sendPackage(request, response, address.pathname);
    if (address.pathname === '/healthz') return sendHealth(request, response, parts);
    const file = publicFiles.get(address.pathname.slice(1)) ?? searchEngineFile(address.pathname, follower.current);
    if (file) return sendFile(request, response, file, shortLived);
    return pages.handle(request, response, address);
  };
}

/**
 * `/remotes/<remote>/<id>/<file>`: not only what is live, so that tabs opened before a switch keep working. `<id>~27`
 * is the same release under the address of a retry of a browser.
 */
async function releaseFile(
  request: IncomingMessage,
  [remote = '', address = '', ...file]: string[],
  { follower, chooser }: CompositionSources,
) {
  const id = address.replace(/~\d{1,4}$/, '');
  try {
    const isOwnPreview = () => chooser.previewOf(request)?.[remote] === id;
    const release = await follower.publicRelease(remote, id, isOwnPreview);
    return await releaseBody(release, file.join('/'));
  } catch {
    return undefined;
  }
}

/**
 * `/shell/<id>/<file>`: of any release of the shell. Without an id, what the shell beside this program does not hold is one of
 * the live one: in a rolling deploy, a page of another server program may name it.
 */
async function shellFile(request: IncomingMessage, path: string[], sources: CompositionSources) {
  const [id = '', ...file] = path;
  if (releaseIdPattern.test(id)) return releaseFile(request, [shellName, id, ...file], sources);
  const live = sources.follower.current.shell?.live.record.id;
  return live === undefined ? undefined : releaseFile(request, [shellName, live, ...path], sources);
}

/** A cache on the way may answer for all tabs, for a second. */
const forAllTabs = 'public, max-age=0, s-maxage=1';

/** {@link withdrawnPath}: the same for every tab, and made once after each change. */
function createWithdrawnAnswer(follower: SiteFollower) {
  let made: { of: SiteFollower['withdrawn']; body: Promise<EncodedBody> } | null = null;
  return (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const of = follower.withdrawn;
    if (made?.of !== of) {
      const withdrawn: WithdrawnReleases = { releases: of };
      const bytes = Buffer.from(JSON.stringify(withdrawn));
      made = { of, body: Promise.resolve(new EncodedBody(bytes, 'application/json; charset=utf-8')) };
    }
    return sendFile(request, response, made.body, forAllTabs);
  };
}

/** Longer reports are none of ours, in bytes. */
const longestReport = 10_000;

interface ReportDesk {
  takeReport(body: string, sender: Sender): Promise<boolean>;
}

async function takeReport(
  request: IncomingMessage,
  response: ServerResponse,
  { desk, addressOf }: { desk: ReportDesk; addressOf: ReadVisitorAddress },
): Promise<void> {
  const body = await readBody(request, longestReport);
  const sender = { address: addressOf(request), userAgent: request.headers['user-agent'] };
  if (body !== null && (await desk.takeReport(body, sender))) return void response.writeHead(204).end();
  respondWithProblem(request, response, {
    status: 400,
    title: 'Bad Request',
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
        // Of a release, or the one beside this program.
        shell: { id: live, isReleased: follower.current.shell !== null },
        problems: follower.problems,
      }),
    ),
  });
}

function refuseAddress(request: IncomingMessage, response: ServerResponse): void {
  respondWithProblem(request, response, {
    status: 400,
    title: 'Bad Request',
    message: 'This address cannot be read.',
  });
}

function refuseMethod(
  request: IncomingMessage,
  response: ServerResponse,
  refuseForm: ReturnType<typeof createFormRefusal>,
): void {
  response.setHeader('Allow', 'GET, HEAD');
  if (request.method === 'POST' && request.headers.accept?.includes('text/html')) {
    refuseForm(request, response);
    return;
  }
  respondWithProblem(request, response, {
    status: 405,
    title: 'Method Not Allowed',
    message: 'This address can be read, nothing can be sent to it.',
  });
}

function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  log.error({ requestId: requestIdOf(request), err: error }, 'a request failed');
  if (response.headersSent) return void response.destroy();
  respondWithProblem(request, response, {
    status: 500,
    title: 'Internal Server Error',
    message: 'Something went wrong on our side. Please try again in a minute.',
  });
}

/**
 * Null for what is no path of ours: absolute forms, also those that `.` and `..` hide (`/.//host`), backslashes, encodings
 * that do not decode, control characters, and ends of lines, which no route of React Router matches: the page would not
 * come alive.
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
