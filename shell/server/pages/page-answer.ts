import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, isUnchanged, respond } from '../http/respond.ts';

/** Sends a page: 304 if the visitor has it, only headers for HEAD. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Answer): void {
  omitKeepAlive(request, response);
  if (page.status === 200 && isUnchanged(request, String(page.headers.ETag)))
    response.writeHead(304, page.headers).end();
  else respond(request, response, page);
}

/**
 * Omits `Connection: keep-alive` and `Keep-Alive`, 47 bytes of a page's first packets. HTTP/1.1 connections persist without
 * them (RFC 9112, section 9.3), and the next files on the connection have them.
 */
function omitKeepAlive({ httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== '1.1' || !response.shouldKeepAlive || response.hasHeader('Connection')) return;
  response.removeHeader('Connection');
}
