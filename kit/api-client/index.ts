/** The only client of our API: JSON, cookies, named errors, no automatic retry (docs/specification.md#7). */
export { getJson, postJson } from './client.ts';
export { ApiAnswerError, ApiError, ApiTimeoutError, ApiUnreachableError } from './errors.ts';
export { createFormSender } from './form-sender.ts';
export { createIdempotencyKeys } from './idempotency-keys.ts';
export { NotTakenError } from './not-taken-error.ts';
export { useInquiry } from './use-inquiry.ts';
