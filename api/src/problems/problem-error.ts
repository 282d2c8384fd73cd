import { STATUS_CODES } from 'node:http';
import { buildProblem, type FieldProblem, type Problem } from 'kit/contracts/problem';
import { currentTraceId } from 'kit/server/tracing';
import { DatabaseUnavailableError } from '../database/connection.ts';

const messages: Record<number, string> = {
  400: 'The request could not be understood.',
  401: 'This call needs an API key: send "Authorization: Bearer <key>".',
  403: 'This request is not allowed from here.',
  404: 'There is nothing at this address.',
  405: 'This address does not take this kind of request.',
  408: 'The request took too long to arrive. Please try again.',
  412: 'The file has changed since the version that was asked for.',
  413: 'The form is too large to be sent.',
  415: 'Please send the form as JSON (Content-Type: application/json).',
  416: 'The file has no such part.',
  422: 'The request cannot be processed.',
  429: 'Too many requests. Please wait a little and try again.',
  500: 'Something went wrong on our side. Please try again.',
  503: 'The service is not available right now. Please try again in a moment.',
};

export interface WrongField extends FieldProblem {
  allowed?: readonly string[];
}

/** An error answer, thrown where the rule is known. The message is one sentence for a visitor. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly errors: WrongField[];
  readonly headers: Record<string, string>;

  constructor(
    readonly status: number,
    message?: string,
    {
      errors = [],
      headers = {},
      cause,
    }: { errors?: WrongField[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message ?? messages[status] ?? messages[status < 500 ? 400 : 500], { cause });
    this.errors = errors;
    this.headers = headers;
  }
}

/** The problem document of any thrown value; an internal error becomes a plain 500. */
export function presentProblem(
  error: unknown,
  requestId: string,
): { problem: Problem; headers: Record<string, string> } {
  const known = problemOf(error);
  const title = STATUS_CODES[known.status] ?? 'Error';
  const { status, message, errors, headers } = known;
  const traceId = currentTraceId();
  return { problem: buildProblem({ status, title, message, errors, requestId, traceId }), headers };
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (!(error instanceof DatabaseUnavailableError)) return new ProblemError(statusOf(error));
  return new ProblemError(503, undefined, { headers: { 'Retry-After': String(error.retryAfterSeconds) } });
}

/** Express and Nest put a status on their errors; only client errors are used. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 500;
  const status = 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
