import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import fresh from 'fresh';
import helmet from 'helmet';
import { buildProblem, problemContentType } from 'kit/contracts/problem';
import { currentTraceId } from 'kit/server/tracing';

/**
 * Answers with a problem document (RFC 9457). Its message is a sentence for the visitor.
 *
 * @param more further members of the document
 */
export function respondWithProblem(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message }: { status: number; message: string },
  more: object = {},
): void {
  const requestId = requestIdOf(request);
  const title = STATUS_CODES[status] ?? 'Error';
  const problem = buildProblem({ status, title, message, requestId, traceId: currentTraceId() });
  respond(request, response, {
    status,
    headers: { 'Content-Type': problemContentType, 'Cache-Control': 'no-store', 'X-Request-Id': requestId },
    body: Buffer.from(JSON.stringify({ ...problem, ...more })),
  });
}

const requestIds = new WeakMap<IncomingMessage, string>();

/** The request's id, which is forwarded to the API and returned to the visitor. */
export function requestIdOf(request: IncomingMessage): string {
  const id = requestIds.get(request) ?? randomUUID();
  requestIds.set(request, id);
  return id;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Writes a complete answer; HEAD only gets the headers. */
export function respond(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function redirect(
  request: IncomingMessage,
  response: ServerResponse,
  status: 303 | 308,
  location: string,
  headers: Record<string, string>,
): void {
  respond(request, response, { status, headers: { ...headers, Location: location }, body: Buffer.alloc(0) });
}

/** Whether the client has this answer already. Lists, weak validators and `*` are supported (RFC 9110, section 13.1.2). */
export function isUnchanged({ headers }: IncomingMessage, etag: string): boolean {
  return fresh(headers, { etag });
}

/** Headers of every answer of this server. Pages override the content security policy. */
export const secureHeaders: ReadonlyMap<string, string> = headersOf(
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginEmbedderPolicy: false,
    // It only disables `document.domain`, which our pages never set and browsers ignore by default.
    originAgentCluster: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Only obsolete browsers and plug-ins read these, and they would take 130 bytes of a page's first packets.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);

/** Runs helmet once, because it sets the same headers for every request and takes a tenth of the time of a page. */
function headersOf(middleware: ReturnType<typeof helmet>): ReadonlyMap<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, () => {});
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}
