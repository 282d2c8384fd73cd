import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { problemContentType } from 'kit/contracts/problem';
import type { Logger } from 'pino';
import { ProblemError, presentProblem } from '../problems/problem-error.ts';
import { requestIdOf } from './access-log.ts';
import type { Methods } from './methods.ts';

/** The one place where what was thrown becomes an answer. */
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

  /** What no route took. */
  answerUnknown(request: Request, response: Response): void {
    this.answer(this.methods.nothingTakes(request), request, response);
  }

  /** Nest's and the router's own errors carry texts for developers: ours are said instead. */
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

/** Name, message and stack; never the statement's parameters, which hold personal data. */
function summary(error: unknown): { name: string; message: string; stack?: string | undefined; cause?: string } {
  if (!(error instanceof Error)) return { name: 'Unknown', message: String(error) };
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {};
  return { name: error.name, message: error.message, stack: error.stack, ...cause };
}
