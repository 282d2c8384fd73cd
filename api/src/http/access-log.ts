import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { nameRequest } from './request-id.ts';

/** Names each request and logs it by its route: the address itself may hold an agent's code. */
export function accessLog(log: Logger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const requestId = nameRequest(request, response);
    const started = performance.now();
    response.once('close', () => {
      const { statusCode: status, writableFinished: answered } = response;
      const ms = Math.round(performance.now() - started);
      log.info({ requestId, method: request.method, route: routeOf(request), status, ms, answered }, 'request');
    });
    next();
  };
}

export function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? path : 'unknown';
}
