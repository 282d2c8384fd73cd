/** The only client of our API: JSON, cookies, named errors, no automatic retry (docs/specification.md#7). */
export { ApiAnswerError, ApiError, ApiTimeoutError, ApiUnreachableError, getJson, postJson } from './client.ts';
export { createFormSender, createIdempotencyKeys, NotTakenError, useInquiry } from './form-sender.ts';
