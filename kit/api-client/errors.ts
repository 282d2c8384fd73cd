import type { Problem } from '../contracts/problem.ts';

/** The server answered with an error status (docs/specification.md#7). `message` is `{status}: {body text}`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code = 'api-refused';
  readonly status: number;
  /** The body, if it is one of our problem documents. */
  readonly problem: Problem | undefined;

  constructor(status: number, text: string, problem?: Problem) {
    super(`${status}: ${text}`);
    this.status = status;
    this.problem = problem;
  }
}

/** No answer within the timeout. The server may still have received the request. */
export class ApiTimeoutError extends Error {
  override readonly name = 'ApiTimeoutError';
  readonly code = 'api-timeout';

  constructor(path: string, milliseconds: number) {
    super(`No answer from ${path} within ${milliseconds / 1000} s`);
  }
}

/**
 * The server could not be reached, the connection broke before the answer was complete, or a captive portal answered with a
 * web page.
 */
export class ApiUnreachableError extends Error {
  override readonly name = 'ApiUnreachableError';
  readonly code = 'api-unreachable';

  constructor(path: string, cause: unknown) {
    super(`${path} could not be reached`, { cause });
  }
}

/** The server answered with a success in an unexpected format. */
export class ApiAnswerError extends Error {
  override readonly name = 'ApiAnswerError';
  readonly code = 'api-unexpected-answer';

  constructor(path: string, what: string) {
    super(`${path} answered with something unexpected: ${what}`);
  }
}
