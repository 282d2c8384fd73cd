import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { problemContentType } from 'kit/contracts/problem';
import type { Logger } from 'pino';
import { ProblemError, presentProblem } from '../problems/problem-error.ts';
import { requestIdOf } from './access-log.ts';

export class Methods {
  private readonly places: { path: RegExp; methods: string[] }[];

  constructor({ paths }: OpenAPIObject) {
    this.places = Object.entries(paths).map(([path, operations]) => ({
      path: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}/*$`, 'i'),
      methods: Object.keys(operations).map((method) => method.toUpperCase()),
    }));
  }

  readonly answerOptions = (request: Request, response: Response, next: NextFunction): void => {
    const methods = request.method === 'OPTIONS' ? this.at(pathOf(request)) : [];
    if (methods.length > 0) response.status(204).set('Allow', methods.join(', ')).end();
    else next();
  };

  nothingTakes(request: Request): ProblemError {
    const { method } = request;
    const path = pathOf(request);
    const methods = this.at(path);
    if (methods.length === 0 || methods.includes(method)) {
      return new ProblemError(
        404,
        `There is nothing at ${method} ${path.length > 200 ? `${path.slice(0, 200)}...` : path}.`,
      );
    }
    const allow = methods.join(', ');
    const message = `This address does not take ${method}; it takes ${allow}.`;
    return new ProblemError(405, message, { headers: { Allow: allow } });
  }

  private at(path: string): string[] {
    const methods = new Set(this.places.filter((place) => place.path.test(path)).flatMap((place) => place.methods));
    if (methods.size > 0) methods.add('OPTIONS');
    if (methods.has('GET')) methods.add('HEAD'); // Express answers HEAD with the route of GET
    return [...methods].sort();
  }
}

/** For unknown routes Nest mounts its handler at its prefix, which Express removes from the path. */
function pathOf({ baseUrl, path }: Request): string {
  return baseUrl + path;
}

/** The only place where errors become answers. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly log: Logger,
    private readonly methods: Methods,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<Request>(), http.getResponse<Response>());
  }

  answer(error: unknown, request: Request, response: Response): void {
    const { problem, headers } = presentProblem(this.readable(error, request), requestIdOf(response));
    if (problem.status >= 500) this.log.error({ requestId: problem.requestId, err: summary(error) }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(problem.status).set(headers).set('Cache-Control', 'no-store');
    response.type(problemContentType).send(JSON.stringify(problem));
  }

  answerUnknown(request: Request, response: Response): void {
    this.answer(this.methods.nothingTakes(request), request, response);
  }

  /** The errors of Nest and the router have texts for developers, so they are replaced. */
  private readable(error: unknown, request: Request): unknown {
    if (!(error instanceof HttpException) && !(error instanceof URIError)) return error;
    if (!isDecodable(request.path)) {
      return new ProblemError(400, 'The address holds a percent sign that is not part of a valid escape.');
    }
    const isUnknown = error instanceof HttpException && error.getStatus() === 404;
    return isUnknown ? this.methods.nothingTakes(request) : error;
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Name, message and stack, but not the statement's parameters, which hold personal data. */
function summary(error: unknown): { name: string; message: string; stack?: string | undefined; cause?: string } {
  if (!(error instanceof Error)) return { name: 'Unknown', message: String(error) };
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {};
  return { name: error.name, message: error.message, stack: error.stack, ...cause };
}
