import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { earlyHeaders } from './early-headers.ts';

const acceptable = /^[A-Za-z0-9._-]{8,128}$/;

/** Names a request in its answer and in the log; the shell server's own id is kept. */
export function nameRequest(request: Request, response: Response): string {
  const given = request.get('X-Request-Id');
  const id = given !== undefined && acceptable.test(given) ? given : randomUUID();
  response.locals.requestId = id;
  earlyHeaders(response).push('X-Request-Id', id);
  return id;
}

export function requestIdOf(response: Response): string {
  return String(response.locals.requestId ?? '');
}
