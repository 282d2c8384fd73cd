import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics.ts';
import { nameRequest } from './request-id.ts';

/** Names each request, counts it and logs it by its route: the address itself may hold an agent's code. */
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
