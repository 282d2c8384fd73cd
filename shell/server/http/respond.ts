import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { buildProblem, problemContentType } from 'kit/contracts/problem';
import { currentTraceId } from 'kit/server/tracing';

/** Answers with a problem document (RFC 9457). Its message is a sentence for the visitor. */
export function respondWithProblem(
  request: IncomingMessage,
  response: ServerResponse,
  problem: { status: number; title: string; message: string },
): void {
  const requestId = requestIdOf(request);
  respond(request, response, {
    status: problem.status,
    headers: { 'Content-Type': problemContentType, 'Cache-Control': 'no-store', 'X-Request-Id': requestId },
    body: Buffer.from(JSON.stringify(buildProblem({ ...problem, requestId, traceId: currentTraceId() }))),
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
