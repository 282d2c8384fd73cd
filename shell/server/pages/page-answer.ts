import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUnchanged, secureHeaders } from '../http/respond.ts';

/** A page in one encoding, which can be sent any number of times. */
export interface PageAnswer {
  status: number;
  /** Names and values alternate, which is the cheapest form for `writeHead`. */
  headers: readonly string[];
  etag: string;
  body: Buffer;
}

/** Builds an answer from a body and its headers, and adds the headers of every answer. */
export function buildPageAnswer(status: number, headers: Readonly<Record<string, string>>, body: Buffer): PageAnswer {
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const common = [...secureHeaders].filter(([name]) => !own.has(name));
  return { status, headers: [...common, ...Object.entries(headers)].flat(), etag: headers.ETag ?? '', body };
}

/** Sends a page with the headers of this request: 304 if the visitor has the page, only headers for HEAD. */
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
 * Omits `Connection: keep-alive` and `Keep-Alive`, 47 bytes of a page's first packets. HTTP/1.1 connections persist without
 * them (RFC 9112, section 9.3), and the next files on the connection have them.
 */
function omitKeepAlive({ httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== '1.1' || !response.shouldKeepAlive || response.hasHeader('Connection')) return;
  response.removeHeader('Connection');
}
