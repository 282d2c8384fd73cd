import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import { guideStyleHash } from '../guide/guide-style.ts';

const nothing = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** The docs page brings its styles inline. */
const docsPage = {
  ...nothing,
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
};

/** The guide has its own styles and the site's icon, and no script. */
const guidePage = { ...nothing, styleSrc: [guideStyleHash], imgSrc: ["'self'"] };

const policy = (directives: Record<string, string[]>) => ({ useDefaults: false, directives });
const strict = helmet({ contentSecurityPolicy: policy(nothing) });

/** Helmet's headers; the docs page may load its own files, the guide its styles, everything else nothing at all. */
export function useSecurityHeaders(app: INestApplication): void {
  app.use(strict);
  app.use('/api/docs', helmet.contentSecurityPolicy(policy(docsPage)));
  app.use(/^\/api\/guide\/*$/i, helmet.contentSecurityPolicy(policy(guidePage)));
}

/** Those of every answer but the docs page, for the answers that Express does not give. */
export function strictHeaders(): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  strict({} as Request, response as unknown as Response, () => undefined); // Helmet looks at nothing else of the two.
  return headers;
}
