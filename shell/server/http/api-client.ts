import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { problemContentType } from 'kit/contracts/problem';
import type { RouteAnswer } from 'kit/contracts/route-data';
import { traced, traceHeaders } from 'kit/server/tracing';

interface ApiLimits {
  /** Timeout of a whole answer, in milliseconds. */
  timeout?: number;
  /** Of an answer, in bytes. */
  maxBytes?: number;
  /** Requests at one time. One more is not sent. */
  maxRequests?: number;
}

/** Gives what the API answers to a GET of this path. Gives null for everything that is no plain answer in time. */
export type FetchFromApi = (path: string) => Promise<RouteAnswer | null>;

/**
 * Creates what asks the API in the server's own name. Nothing of a visitor is sent along, no redirect is followed, and an API that
 * is slow, unavailable or broken costs no page more than the timeout.
 */
export function createApiClient(
  apiUrl: string,
  { timeout = 300, maxBytes = 16_384, maxRequests = 16 }: ApiLimits = {},
): FetchFromApi {
  const { hostname, port } = new URL(apiUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: maxRequests });
  let open = 0;
  return async (path) => {
    if (open >= maxRequests) return null;
    open += 1;
    // The signal ends the connection as well, so that an API that hangs holds none.
    const signal = AbortSignal.timeout(timeout);
    try {
      return await traced('GET /api', { kind: 'client' }, async () => {
        const answer = await get({ agent, hostname, port, path, signal });
        return readAnswer(answer, maxBytes);
      });
    } catch {
      return null;
    } finally {
      open -= 1;
    }
  };
}

interface ApiRequest {
  agent: Agent;
  hostname: string;
  port: string;
  path: string;
  signal: AbortSignal;
}

function get(options: ApiRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'application/json', ...traceHeaders() };
    httpRequest({ ...options, headers })
      .once('response', resolve)
      .on('error', reject)
      .end();
  });
}

async function readAnswer(answer: IncomingMessage, maxBytes: number): Promise<RouteAnswer | null> {
  const { statusCode, headers } = answer;
  const type = headers['content-type'] ?? '';
  const isAnswer = statusCode === 200 && /^application\/json\b/.test(type);
  // Only the API itself writes problem documents. The 404 of a proxy without its API does not mean that there is nothing.
  const isMissing = statusCode === 404 && type.startsWith(problemContentType);
  if (!isAnswer && !isMissing) {
    answer.destroy();
    return null;
  }
  const text = await readText(answer, maxBytes);
  if (text === null) return null;
  const body: unknown = JSON.parse(text);
  return isMissing ? { status: 404 } : { status: 200, body };
}

async function readText(answer: IncomingMessage, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    // Leaving the loop ends the connection.
    if (length > maxBytes) return null;
    parts.push(part);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
}

/** Timeout of the readiness check, in milliseconds. */
const readinessTimeout = 2000;

/** Asks the API whether it is ready. An API that does not answer in time is not. */
export async function isApiReady(apiUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/api/health/ready', apiUrl), { signal: AbortSignal.timeout(readinessTimeout) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
