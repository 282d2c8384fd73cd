import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { guideStyleHash } from '../guide/guide-style.ts';
import { earlyHeaders } from './early-headers.ts';

type Directives = Record<string, string[]>;

const nothing: Directives = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** The docs page brings its styles inline. */
const docsPage: Directives = {
  ...nothing,
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
};

/** The guide has its own styles and the site's icon, and no script. */
const guidePage: Directives = { ...nothing, styleSrc: [guideStyleHash], imgSrc: ["'self'"] };

/** Helmet's headers; the docs page may load its own files, the guide its styles, everything else nothing at all. */
export function securityHeaders() {
  const [docs, guide, others] = [listOf(headersOf(docsPage)), listOf(headersOf(guidePage)), listOf(strictHeaders)];
  return (request: Request, response: Response, next: NextFunction): void => {
    const path = request.path.toLowerCase();
    const ofPage = /^\/api\/guide\/*$/.test(path) ? guide : others;
    earlyHeaders(response).push(...(path.startsWith('/api/docs') ? docs : ofPage));
    next();
  };
}

function listOf(headers: ReadonlyMap<string, string>): string[] {
  return [...headers].flat();
}

/** They are the same for each answer, so helmet is asked once. */
function headersOf(directives: Directives): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  const apply = helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
  apply({} as Request, response as unknown as Response, () => undefined); // Helmet looks at nothing else of the two.
  return headers;
}

/** Those of every answer but the docs page. */
export const strictHeaders = headersOf(nothing);
