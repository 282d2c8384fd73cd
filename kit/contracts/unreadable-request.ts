import { buildProblem, problemContentType } from './problem.ts';

const texts: Record<number, { title: string; message: string }> = {
  400: { title: 'Bad Request', message: 'The request could not be understood.' },
  408: { title: 'Request Timeout', message: 'The request took too long to arrive. Please try again.' },
  413: { title: 'Content Too Large', message: 'The request is too large.' },
  431: {
    title: 'Request Header Fields Too Large',
    message: 'The headers of the request are too large. Deleting the cookies of this site may help.',
  },
};

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * The whole response, headers included, for bytes that the server cannot parse as a request: a problem document, as for
 * every other error.
 * @param code of the error in Node's `clientError` event. @param headers that every response of this server has.
 */
export function renderUnreadable(
  code: string,
  requestId: string,
  headers: Iterable<readonly [string, string]>,
): string {
  const status = statuses[code] ?? 400;
  const { title, message } = texts[status] ?? { title: '', message: '' };
  const body = JSON.stringify(buildProblem({ status, title, message, requestId }));
  const lines = [
    ['Content-Type', problemContentType],
    ['Content-Length', String(new TextEncoder().encode(body).length)],
    ['Cache-Control', 'no-store'],
    ['X-Request-Id', requestId],
    ['Connection', 'close'],
    ...headers,
  ].map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`;
}
