import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { formContextHeader } from 'kit/contracts/form-context';
import { idempotencyHeader, replayedHeader } from 'kit/contracts/idempotency';
import { ProblemError } from '../problems/problem-error.ts';
import type { Settings } from '../settings/settings.ts';

/** Other sites get no CORS headers, but those that ALLOWED_ORIGINS names exactly. */
export function useCors(app: NestExpressApplication, { allowedOrigins }: Pick<Settings, 'allowedOrigins'>): void {
  if (allowedOrigins.length === 0) return;
  app.enableCors({
    origin: allowedOrigins,
    credentials: true,
    methods: ['GET', 'POST'],
    allowedHeaders: ['Content-Type', idempotencyHeader, formContextHeader],
    exposedHeaders: [replayedHeader, 'X-Request-Id', 'Retry-After'],
    maxAge: 600,
    // What is no preflight of theirs is told which methods there are.
    preflightContinue: true,
  });
}

/** A post that carries cookies must come from our own pages (Sec-Fetch-Site, else Origin), or from an allowed site. */
export function refuseForeignPosts({ allowedOrigins, site }: Pick<Settings, 'allowedOrigins' | 'site'>) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { origin, cookie } = request.headers;
    const carriesCookies = request.method === 'POST' && cookie !== undefined;
    const isAllowed = origin !== undefined && allowedOrigins.includes(origin);
    next(carriesCookies && !isAllowed && isForeign(request, site.publicOrigin) ? new ProblemError(403) : undefined);
  };
}

function isForeign({ headers, host }: Request, publicOrigin: string): boolean {
  const { origin } = headers;
  const fetchSite = headers['sec-fetch-site'];
  if (typeof fetchSite === 'string') return fetchSite !== 'same-origin' && fetchSite !== 'none';
  return origin !== undefined && ![publicOrigin, `http://${host}`, `https://${host}`].includes(origin);
}
