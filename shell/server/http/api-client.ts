import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { problemContentType } from 'kit/contracts/problem';
import type { RouteAnswer } from 'kit/contracts/route-data';
import { traced, traceHeaders } from 'kit/server/tracing';

interface ApiLimits {
  /** In milliseconds, for the whole answer. */
  timeout?: number;
  /** The largest answer, in bytes. */
  maxBytes?: number;
  /** The maximum of parallel requests. Further ones are not sent. */
  maxRequests?: number;
}

/** Requests a path of the API. Returns null for anything but a complete answer within the timeout. */
export type FetchFromApi = (path: string) => Promise<RouteAnswer | null>;

/**
 * Creates a client that calls the API on behalf of the server. It sends nothing of a visitor and follows no redirect, and a
 * slow, unavailable or broken API delays a page by no more than the timeout.
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
    // The signal also closes the connection, so that a hanging API occupies none.
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
  // Only the API writes problem documents. A 404 of a proxy whose API is unavailable does not mean that the object is missing.
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

/** The whole text of an answer; null when it has more bytes. @throws when it ends early or is not UTF-8. */
export async function readText(answer: IncomingMessage, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    // Leaving the loop closes the connection.
    if (length > maxBytes) return null;
    parts.push(part);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
}

/** In milliseconds. */
const readinessTimeout = 2000;

/** Whether the API is ready. A timeout counts as not ready. */
export async function isApiReady(apiUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/api/health/ready', apiUrl), { signal: AbortSignal.timeout(readinessTimeout) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
