/** A UUID of the browser's making; the same for each try of the same form, a new one after an edit or a success. */
export const idempotencyHeader = 'Idempotency-Key';

/** Says that the answer is the one the first request with this key got. */
export const replayedHeader = 'Idempotent-Replayed';

/** Visible ASCII, as in draft-ietf-httpapi-idempotency-key-header. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{8,255}$/;

/** For how long a key is remembered. */
export const idempotencyDays = 7;
