import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUnchanged } from '../http/is-unchanged.ts';
import { secureHeaders } from '../http/secure-headers.ts';

/** A page in one encoding, ready to be sent any number of times. */
export interface PageAnswer {
  status: number;
  /** Names and values in turn: `writeHead` sends these with the least work. */
  headers: readonly string[];
  etag: string;
  body: Buffer;
}

/** Makes an answer of a body and the headers that belong to it; headers of every answer are added. */
export function buildPageAnswer(status: number, headers: Readonly<Record<string, string>>, body: Buffer): PageAnswer {
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const common = [...secureHeaders].filter(([name]) => !own.has(name));
  return { status, headers: [...common, ...Object.entries(headers)].flat(), etag: headers.ETag ?? '', body };
}

/** Sends a page with headers of this one request: 304 when the visitor has it, its headers alone for HEAD. */
export function sendPageAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, etag, body }: PageAnswer,
  more: readonly string[],
): void {
  leaveKeepAliveUnsaid(request, response);
  if (status === 200 && isUnchanged(request, etag)) {
    response.writeHead(304, [...headers, ...more]).end();
    return;
  }
  response.writeHead(status, [...headers, 'Content-Length', String(body.length), ...more]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * HTTP/1.1 keeps a connection unless an answer says otherwise (RFC 9112, section 9.3), so that `Connection: keep-alive` and
 * `Keep-Alive` would be 47 bytes of a page's first packets for nothing. The files that follow on the connection say them.
 */
function leaveKeepAliveUnsaid({ httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== '1.1' || !response.shouldKeepAlive || response.hasHeader('Connection')) return;
  response.removeHeader('Connection');
}
