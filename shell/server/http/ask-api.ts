import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { problemContentType } from 'kit/contracts/problem';
import type { RouteAnswer } from 'kit/contracts/route-data';

interface AskLimits {
  /** For a whole answer, in milliseconds. */
  time?: number;
  /** Of an answer, in bytes. */
  bytes?: number;
  /** Questions at once; one more is not asked. */
  atOnce?: number;
}

/** Gives what the API answers to a GET of this path; null for everything that is no plain answer in time. */
export type AskApi = (path: string) => Promise<RouteAnswer | null>;

/**
 * Makes what asks the API in the server's own name: nothing of a visitor goes along, no redirect is followed, and an API that
 * is slow, away or broken costs no page more than the time limit.
 */
export function createApiAsker(apiUrl: string, { time = 300, bytes = 16_384, atOnce = 16 }: AskLimits = {}): AskApi {
  const { hostname, port } = new URL(apiUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let asked = 0;
  return async (path) => {
    if (asked >= atOnce) return null;
    asked += 1;
    // It ends the connection as well, so that an API that hangs holds none.
    const signal = AbortSignal.timeout(time);
    try {
      const answer = await get({ agent, hostname, port, path, signal });
      return await readAnswer(answer, bytes);
    } catch {
      return null;
    } finally {
      asked -= 1;
    }
  };
}

interface Question {
  agent: Agent;
  hostname: string;
  port: string;
  path: string;
  signal: AbortSignal;
}

function get(question: Question): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'application/json' };
    httpRequest({ ...question, headers })
      .once('response', resolve)
      .on('error', reject)
      .end();
  });
}

async function readAnswer(answer: IncomingMessage, mostBytes: number): Promise<RouteAnswer | null> {
  const { statusCode, headers } = answer;
  const type = headers['content-type'] ?? '';
  const isAnswer = statusCode === 200 && /^application\/json\b/.test(type);
  // Whatever else says 404, a proxy without its API for example, does not say that there is nothing.
  const isMissing = statusCode === 404 && type.startsWith(problemContentType);
  if (!isAnswer && !isMissing) {
    answer.destroy();
    return null;
  }
  const text = await readText(answer, mostBytes);
  if (text === null) return null;
  const body: unknown = JSON.parse(text);
  return isMissing ? { status: 404 } : { status: 200, body };
}

async function readText(answer: IncomingMessage, mostBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    // Leaving the loop ends the connection.
    if (length > mostBytes) return null;
    parts.push(part);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
}
