import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { networkOf } from 'kit/server/network-of';
import { log } from '../log.ts';
import { requestIdOf, respondWithProblem } from './respond.ts';
import { secureHeaders } from './secure-headers.ts';
import type { ReadVisitorAddress } from './visitor-address.ts';

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

/** Bodies of one network that may be arriving at one time: each of them holds a connection to the API. */
const maxBodiesOfNetwork = 64;

/** A sender whose body brings no byte for this long is cut off, in milliseconds. The server limits the whole request. */
const bodyIdleTimeout = 10_000;

const unreachable = {
  status: 503,
  title: 'Service Unavailable',
  message: 'We cannot reach our server at the moment. Please try again in a minute.',
};

const tooManyBodies = {
  status: 429,
  title: 'Too Many Requests',
  message: 'Too many forms are being sent from your network at the moment. Please try again in a minute.',
};

const tooSlow = {
  status: 408,
  title: 'Request Timeout',
  message: 'The request took too long to arrive. Please try again.',
};

/**
 * Passes requests on to the API and its answers back, byte for byte, as they arrive. An API that cannot be reached is a
 * 503. Nothing is sent twice, since a body that was passed on is gone: the visitor's browser keeps the form and sends it
 * again with the same key.
 *
 * @param addressOf tells whose bodies count together; those of visitors without an address do.
 */
export function createApiProxy(apiUrl: string, addressOf: ReadVisitorAddress) {
  const { hostname, port } = new URL(apiUrl);
  // The number of connections has no limit here: slow senders would use it up for everybody else.
  const agent = new Agent({ keepAlive: true });
  const arriving = new Map<string, number>();
  return async function proxyToApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sendsBody = hasBody(request);
    if (sendsBody && !countBody(arriving, networkOf(addressOf(request) ?? ''), { request, response })) {
      onIdleBody(request, () => request.destroy());
      return refuse(request, response, tooManyBodies);
    }
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
      pipeline(answer, response, () => {});
    });
    upstream.on('timeout', () => upstream.destroy(new Error('the API did not answer in time')));
    upstream.on('error', (error) => {
      if (response.headersSent || response.destroyed) return;
      log.error({ requestId: requestIdOf(request) }, `the API cannot be reached: ${error.message}`);
      refuse(request, response, unreachable);
    });
    response.on('close', () => {
      upstream.destroy();
      // What still arrives is read to its end, so that the answer is not lost with the connection.
      request.unpipe(upstream);
      request.resume();
    });
    if (sendsBody) {
      onIdleBody(request, () => {
        // The API, and not the sender, holds up a body that waits to be passed on.
        if (upstream.writableNeedDrain) return void upstream.destroy(new Error('the API does not read'));
        if (response.headersSent) return void request.destroy();
        response.setHeader('Connection', 'close');
        refuse(request, response, tooSlow);
      });
    }
    request.pipe(upstream);
  };
}

/** By its headers (RFC 9112, section 6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Counts a body until it has arrived or its request is over; false where its network has as many as it may. */
function countBody(
  arriving: Map<string, number>,
  network: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): boolean {
  const count = arriving.get(network) ?? 0;
  if (count >= maxBodiesOfNetwork) return false;
  arriving.set(network, count + 1);
  let isCounted = true;
  const release = () => {
    if (!isCounted) return;
    isCounted = false;
    const left = (arriving.get(network) ?? 1) - 1;
    if (left > 0) arriving.set(network, left);
    else arriving.delete(network);
  };
  request.once('end', release);
  response.once('close', release);
  return true;
}

/** Calls `act` when no byte of a body that has not ended comes for a while. It keeps no process alive. */
function onIdleBody(request: IncomingMessage, act: () => void): void {
  const timer = setTimeout(act, bodyIdleTimeout).unref();
  request.on('data', () => timer.refresh());
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer));
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  problem: { status: number; title: string; message: string },
): void {
  response.setHeader('Retry-After', '5');
  response.setHeaders(new Map(secureHeaders));
  respondWithProblem(request, response, problem);
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
