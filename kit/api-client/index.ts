/** The one way to our API: JSON, cookies, errors with names, no automatic retry (specification, section 7). */
export { getJson, postJson } from './client.ts';
export { ApiAnswerError, ApiError, ApiTimeoutError, ApiUnreachableError } from './errors.ts';
export { createIdempotencyKeys, type IdempotencyKeys } from './idempotency-keys.ts';
