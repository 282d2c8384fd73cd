import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { currentTraceId, traceRequest } from 'kit/server/tracing';
import type { Logger } from 'pino';
import type { Metrics } from '../health/metrics.ts';

/**
 * Gives each request an id, then counts, logs and traces it by its route, because the path may contain an agent's code.
 * It continues a trace of the shell server or of another trusted proxy.
 */
export function accessLog(log: Logger, metrics: Metrics, isProxy: (address: string, hop: number) => boolean) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const isTrusted = isProxy(request.socket.remoteAddress ?? '', 0);
    traceRequest(request, response, { isTrusted, routeOf: () => routeOf(request) }, () => {
      logRequest(request, response, log, metrics);
      next();
    });
  };
}

function logRequest(request: Request, response: Response, log: Logger, metrics: Metrics): void {
  const requestId = nameRequest(request, response);
  const traceId = currentTraceId();
  const started = performance.now();
  response.once('close', () => {
    const { statusCode: status, writableFinished: answered } = response;
    const ms = Math.round(performance.now() - started);
    const { method } = request;
    const route = routeOf(request);
    metrics.observeRequest(method, route, status, ms / 1000);
    log.info({ requestId, ...(traceId && { traceId }), method, route, status, ms, answered }, 'request');
  });
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
