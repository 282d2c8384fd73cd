import type * as z from 'kit/schema';
import { type FormContext, formatFormContext, formContextHeader } from '../contracts/form-context.ts';
import { idempotencyHeader } from '../contracts/idempotency.ts';
import { type Problem, problemContentType, problemSchema } from '../contracts/problem.ts';

const defaultTimeout = 15_000;

interface CallOptions {
  /** In milliseconds; 15 s by default. It covers the body as well and ends with an {@link ApiTimeoutError}. */
  timeout?: number | undefined;
  /** Aborts the call; the promise then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

interface PostOptions extends CallOptions {
  /** The key from `createIdempotencyKeys`. The API stores the same key with the same body once. */
  idempotencyKey?: string | undefined;
  /** The context of the form, sent as the `X-Form-Context` header. */
  formContext?: FormContext | undefined;
}

/**
 * Fetches JSON and validates it. Cookies are sent to the site alone; nothing is retried (docs/specification.md#7).
 * @throws ApiError, ApiTimeoutError, ApiUnreachableError, ApiAnswerError
 */
export async function getJson<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  options: CallOptions = {},
): Promise<z.output<Schema>> {
  const answer = await call(path, { method: 'GET', headers: { Accept: 'application/json' } }, options);
  const parsed = schema.safeParse(parseJson(path, answer));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ApiAnswerError(path, `${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'invalid'}`);
}

/**
 * Posts JSON.
 * @returns the body of a success, or undefined if it is not JSON.
 * @throws ApiError, ApiTimeoutError, ApiUnreachableError
 */
export async function postJson(path: string, body: unknown, options: PostOptions = {}): Promise<unknown> {
  const { idempotencyKey, formContext, ...callOptions } = options;
  const headers: Record<string, string> = { Accept: 'application/json', 'Content-Type': 'application/json' };
  if (idempotencyKey) headers[idempotencyHeader] = idempotencyKey;
  if (formContext) headers[formContextHeader] = formatFormContext(formContext);
  const answer = await call(path, { method: 'POST', headers, body: JSON.stringify(body) }, callOptions);
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

async function call(path: string, init: RequestInit, { timeout = defaultTimeout, signal }: CallOptions) {
  const deadline = AbortSignal.timeout(timeout);
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      ...init,
      // A squad's back end gets no cookies and may not redirect, the same as for the server's requests (docs/squads.md).
      ...(path.startsWith('/') ? { credentials: 'include' } : { credentials: 'omit', redirect: 'error' }),
      signal: signal ? firstOf(deadline, signal) : deadline,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (deadline.aborted) throw new ApiTimeoutError(path, timeout);
    throw new ApiUnreachableError(path, error);
  }
  // A captive portal or a proxy answered instead of the API, so the API got nothing.
  if (response.ok && isPage(text)) throw new ApiUnreachableError(path, new Error('A web page answered'));
  if (response.ok) return text;
  throw new ApiError(response.status, text || response.statusText, readProblem(response, text));
}

/** Safari supports `AbortSignal.any` only since 17.4. */
function firstOf(...signals: AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    const abort = () => first.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: first.signal });
  }
  return first.signal;
}

/** JSON never starts like this, and the API only answers with JSON. */
function isPage(text: string): boolean {
  return /^\uFEFF?\s*</.test(text);
}

function readProblem(response: Response, text: string) {
  if (!response.headers.get('Content-Type')?.startsWith(problemContentType)) return undefined;
  try {
    const parsed = problemSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined; // a truncated answer: the error's message still holds the text
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiAnswerError(path, `not JSON, but "${text.slice(0, 80)}"`);
  }
}

/** The server answered with an error status (docs/specification.md#7). `message` is `{status}: {body text}`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
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

  constructor(path: string, cause: unknown) {
    super(`${path} could not be reached`, { cause });
  }
}

/** The server answered with a success in an unexpected format. */
export class ApiAnswerError extends Error {
  override readonly name = 'ApiAnswerError';

  constructor(path: string, what: string) {
    super(`${path} answered with something unexpected: ${what}`);
  }
}
