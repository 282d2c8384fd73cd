import type { NextFunction, Request, Response } from 'express';
import { formContextHeader } from 'kit/contracts/form-context';
import { idempotencyHeader, replayedHeader } from 'kit/contracts/idempotency';
import { ProblemError } from '../problems/problem-error.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * A post that carries cookies must come from our own pages (Sec-Fetch-Site, else Origin). Other sites get no CORS
 * headers, but those that ALLOWED_ORIGINS names exactly.
 */
export function origins({ allowedOrigins, site }: Pick<Settings, 'allowedOrigins' | 'site'>) {
  const allowed = new Set(allowedOrigins);
  const isOurs = (origin: string, request: Request) =>
    origin === site.publicOrigin || origin === `http://${request.host}` || origin === `https://${request.host}`;
  return (request: Request, response: Response, next: NextFunction): void => {
    const { origin } = request.headers;
    const isAllowed = origin !== undefined && allowed.has(origin);
    if (isAllowed) allowCrossOrigin(response, origin);
    if (isAllowed && request.method === 'OPTIONS') {
      response.status(204).end();
      return;
    }
    const carriesCookies = request.method === 'POST' && request.headers.cookie !== undefined;
    next(carriesCookies && !isAllowed && isForeign(request, isOurs) ? new ProblemError(403) : undefined);
  };
}

function isForeign(request: Request, isOurs: (origin: string, request: Request) => boolean): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isOurs(origin, request);
}

function allowCrossOrigin(response: Response, origin: string): void {
  response.vary('Origin');
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  response.setHeader('Access-Control-Allow-Headers', `Content-Type, ${idempotencyHeader}, ${formContextHeader}`);
  response.setHeader('Access-Control-Expose-Headers', `${replayedHeader}, X-Request-Id, Retry-After`);
  response.setHeader('Access-Control-Max-Age', '600');
}
