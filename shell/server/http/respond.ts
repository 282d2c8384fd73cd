import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buildProblem, problemContentType } from 'kit/contracts/problem';

/** Answers with a problem document (RFC 9457) in words that a visitor can read. */
export function respondWithProblem(
  request: IncomingMessage,
  response: ServerResponse,
  problem: { status: number; title: string; message: string },
): void {
  const requestId = requestIdOf(request);
  respond(request, response, {
    status: problem.status,
    headers: { 'Content-Type': problemContentType, 'Cache-Control': 'no-store', 'X-Request-Id': requestId },
    body: Buffer.from(JSON.stringify(buildProblem({ ...problem, requestId }))),
  });
}

const requestIds = new WeakMap<IncomingMessage, string>();

/** One id for each request, passed on to the API and given back to the visitor. */
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

/** Writes a whole answer; HEAD gets its headers alone. */
export function respond(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}
