import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics.ts';

/** Identifies, counts and logs each request by its route; the URL may hold an agent's code. */
export function accessLog(log: Logger, metrics: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const requestId = nameRequest(request, response);
    const started = performance.now();
    response.once('close', () => {
      const { statusCode: status, writableFinished: answered } = response;
      const ms = Math.round(performance.now() - started);
      const { method } = request;
      const route = routeOf(request);
      metrics.observeRequest(method, route, status, ms / 1000);
      log.info({ requestId, method, route, status, ms, answered }, 'request');
    });
    next();
  };
}

function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === 'string' && path !== '*path' ? path : 'unknown';
}

const acceptable = /^[A-Za-z0-9._-]{8,128}$/;

/** Sets a request's id in its answer and its log lines. The shell server's id is kept. */
function nameRequest(request: Request, response: Response): string {
  const given = request.get('X-Request-Id');
  const id = given !== undefined && acceptable.test(given) ? given : randomUUID();
  response.locals.requestId = id;
  response.setHeader('X-Request-Id', id);
  return id;
}

export function requestIdOf(response: Response): string {
  return String(response.locals.requestId ?? '');
}
