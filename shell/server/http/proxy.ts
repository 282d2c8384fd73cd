import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { holdBody } from './hold-body.ts';
import { requestIdOf, respondWithProblem } from './respond.ts';
import { secureHeaders } from './secure-headers.ts';

/** Headers of one connection, not of the message (RFC 9110, section 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** The API answers within seconds; a longer silence is an outage, in milliseconds. */
const upstreamTimeout = 30_000;

const unreachable = {
  status: 503,
  title: 'Service Unavailable',
  message: 'We cannot reach our server at the moment. Please try again in a minute.',
};

/** Passes requests on to the API and its answers back, byte for byte. An API that cannot be reached is a 503. */
export function createApiProxy(apiUrl: string) {
  const { hostname, port } = new URL(apiUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  return async function proxyToApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A form that is half sent must not take a connection from those that are ready.
    const held = await holdBody(request);
    if (held === 'gone') return;
    if (held === 'full') return respondUnreachable(request, response);
    const upstream = httpRequest({
      agent,
      hostname,
      port,
      method: request.method,
      path: request.url,
      headers: forwardedHeaders(request),
      timeout: upstreamTimeout,
    });
    upstream.on('response', (answer) => {
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !hopByHop.includes(name)) response.setHeader(name, value);
      }
      response.writeHead(answer.statusCode ?? 502);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    upstream.on('timeout', () => upstream.destroy(new Error('the API did not answer in time')));
    upstream.on('error', (error) => {
      if (response.headersSent || response.destroyed) return void response.destroy();
      console.error(`[shell] the API cannot be reached: ${error.message}`);
      respondUnreachable(request, response);
    });
    response.on('close', () => upstream.destroy());
    if (request.readableEnded) return void upstream.end(held);
    upstream.write(held);
    request.pipe(upstream);
  };
}

function respondUnreachable(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Retry-After', '5');
  response.setHeaders(new Map(secureHeaders));
  respondWithProblem(request, response, unreachable);
}

/**
 * The visitor's headers, with the address they came from added last. What stands before it is somebody's word: the API
 * believes it only from proxies that `TRUST_PROXY` names.
 */
function forwardedHeaders(request: IncomingMessage): IncomingHttpHeaders {
  const headers = { ...request.headers };
  for (const name of [...hopByHop, 'forwarded', 'x-forwarded-host', 'x-forwarded-proto']) delete headers[name];
  return {
    ...headers,
    ...(request.headers['transfer-encoding'] ? { 'transfer-encoding': request.headers['transfer-encoding'] } : {}),
    'x-forwarded-for': [request.headers['x-forwarded-for'], request.socket.remoteAddress].filter(Boolean).join(', '),
    'x-request-id': requestIdOf(request),
  };
}
