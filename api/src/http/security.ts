import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { formContextHeader } from 'kit/contracts/form-context';
import { idempotencyHeader, replayedHeader } from 'kit/contracts/idempotency';
import { ProblemError } from '../problems/problem-error.ts';
import type { Settings } from '../settings/settings.ts';

const nothing = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** The docs page has inline styles. */
const docsPage = {
  ...nothing,
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
};

const policy = (directives: Record<string, string[]>) => ({ useDefaults: false, directives });
const strict = helmet({ contentSecurityPolicy: policy(nothing) });

/** Helmet's headers. The docs page may load its own files, and the guide says what it loads; all other answers may load nothing. */
export function useSecurityHeaders(app: INestApplication): void {
  app.use(strict);
  app.use('/api/docs', helmet.contentSecurityPolicy(policy(docsPage)));
}

/** The headers of every answer except the docs page, for answers that bypass Express. */
export function strictHeaders(): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  strict({} as Request, response as unknown as Response, () => undefined); // Helmet uses no other members of the two
  return headers;
}

/** Only sites that ALLOWED_ORIGINS lists get CORS headers. */
export function useCors(app: NestExpressApplication, { allowedOrigins }: Pick<Settings, 'allowedOrigins'>): void {
  if (allowedOrigins.length === 0) return;
  app.enableCors({
    origin: allowedOrigins,
    credentials: true,
    methods: ['GET', 'POST'],
    allowedHeaders: ['Content-Type', idempotencyHeader, formContextHeader],
    exposedHeaders: [replayedHeader, 'X-Request-Id', 'Retry-After'],
    maxAge: 600,
    // An OPTIONS request that is not an allowed preflight gets the path's methods.
    preflightContinue: true,
  });
}

/** Refuses a post with cookies unless it comes from our own pages (Sec-Fetch-Site, or Origin) or from an allowed site. */
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
