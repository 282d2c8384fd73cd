import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUnchanged } from '../http/respond.ts';
import { secureHeaders } from '../http/secure-headers.ts';

/** A page in one encoding, which can be sent any number of times. */
export interface PageAnswer {
  status: number;
  /** Names and values alternate, as `writeHead` takes them with the least work. */
  headers: readonly string[];
  etag: string;
  body: Buffer;
}

/** Builds an answer from a body and its headers, and adds the headers that every answer has. */
export function buildPageAnswer(status: number, headers: Readonly<Record<string, string>>, body: Buffer): PageAnswer {
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const common = [...secureHeaders].filter(([name]) => !own.has(name));
  return { status, headers: [...common, ...Object.entries(headers)].flat(), etag: headers.ETag ?? '', body };
}

/** Sends a page with headers of this one request: 304 when the visitor has the page, headers alone for HEAD. */
export function sendPageAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, etag, body }: PageAnswer,
  more: readonly string[],
): void {
  omitKeepAlive(request, response);
  if (status === 200 && isUnchanged(request, etag)) {
    response.writeHead(304, [...headers, ...more]).end();
    return;
  }
  response.writeHead(status, [...headers, 'Content-Length', String(body.length), ...more]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Leaves out `Connection: keep-alive` and `Keep-Alive`, 47 bytes of a page's first packets. HTTP/1.1 keeps a connection without them
 * (RFC 9112, section 9.3), and the files that follow on the connection have them.
 */
function omitKeepAlive({ httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== '1.1' || !response.shouldKeepAlive || response.hasHeader('Connection')) return;
  response.removeHeader('Connection');
}
