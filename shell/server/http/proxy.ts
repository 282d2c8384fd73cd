import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { holdsKey } from 'kit/server/api-key';
import { networkOf } from 'kit/server/network-of';
import { nameRequest, traceHeaders } from 'kit/server/tracing';
import { log } from '../log.ts';
import type { ReadVisitorAddress } from './read-request.ts';
import { requestIdOf, respondWithProblem, secureHeaders } from './respond.ts';

/** Headers of one connection, which are not forwarded (RFC 9110, section 7.6.1). */
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

/** Headers that the API believes, and that anybody can write. */
const notBelieved = ['forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'traceparent', 'tracestate', 'baggage'];

/** The API answers within seconds, so a longer silence is an outage, in milliseconds. */
const upstreamTimeout = 30_000;

/** Parallel bodies of one network, because each occupies a connection to the API. */
const maxBodiesOfNetwork = 64;

/** In milliseconds. A sender whose body stalls for this long is disconnected. The server limits the whole request. */
const bodyIdleTimeout = 10_000;

const unreachable = {
  status: 503,
  message: 'We cannot reach our server at the moment. Please try again in a minute.',
};

const tooManyBodies = {
  status: 429,
  message: 'Too many forms are being sent from your network at the moment. Please try again in a minute.',
};

const tooSlow = {
  status: 408,
  message: 'The request took too long to arrive. Please try again.',
};

/**
 * Creates a proxy that streams requests to the API and its answers back. It answers 503 if the API is unavailable. It does
 * not retry, because it keeps no copy of a body: the visitor's browser keeps the form and sends it again with the same key.
 * @param addressOf returns the address whose network is limited. Visitors without an address share one limit.
 */
export function createApiProxy(apiUrl: string, addressOf: ReadVisitorAddress) {
  const { hostname, port } = new URL(apiUrl);
  // The number of connections is not limited, because slow senders could occupy all of them.
  const agent = new Agent({ keepAlive: true });
  const arriving = new Map<string, number>();
  return async function proxyToApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    nameRequest(request.method, '/api');
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
      // The rest of the body is read, because closing a connection with unread bytes may lose the answer.
      request.unpipe(upstream);
      request.resume();
    });
    if (sendsBody) {
      onIdleBody(request, () => {
        // Here the API delays the body, not its sender.
        if (upstream.writableNeedDrain) return void upstream.destroy(new Error('the API does not read'));
        if (response.headersSent) return void request.destroy();
        response.setHeader('Connection', 'close');
        refuse(request, response, tooSlow);
      });
    }
    request.pipe(upstream);
  };
}

/** Reads the headers (RFC 9112, section 6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Counts a body until it has arrived or its request ends. @returns false if its network has reached the limit. */
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

/** Calls `act` when an unfinished body stalls for {@link bodyIdleTimeout}. The timer does not keep the process alive. */
function onIdleBody(request: IncomingMessage, act: () => void): void {
  const timer = setTimeout(act, bodyIdleTimeout).unref();
  request.on('data', () => timer.refresh());
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer));
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  problem: { status: number; message: string },
): void {
  response.setHeader('Retry-After', '5');
  response.setHeaders(new Map(secureHeaders));
  respondWithProblem(request, response, problem);
}

/**
 * The visitor's headers, with the address of the connection as the last of `X-Forwarded-For`. Anybody can write the addresses before it,
 * which the API reads only from proxies that `TRUST_PROXY` names. The trace is this server's, and not one that the visitor names.
 * A header that holds an API key is passed on in any case, also a second one of its name, because the API refuses it. Without it the API
 * would keep the form as nobody's, and that of a test key as a real one.
 */
function forwardedHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const { host } = request.headers;
  const headers: OutgoingHttpHeaders = { ...request.headersDistinct, ...(host !== undefined && { host }) };
  const withKey: OutgoingHttpHeaders = {};
  for (const name of [...hopByHop, ...notBelieved, 'x-request-id']) {
    const values = request.headersDistinct[name]?.filter(holdsKey) ?? [];
    if (values.length > 0) withKey[name] = values;
    delete headers[name];
  }
  return {
    ...headers,
    ...traceHeaders(),
    ...(request.headers['transfer-encoding'] ? { 'transfer-encoding': request.headers['transfer-encoding'] } : {}),
    'x-forwarded-for': [request.headers['x-forwarded-for'], request.socket.remoteAddress].filter(Boolean).join(', '),
    'x-request-id': requestIdOf(request),
    ...withKey,
  };
}
