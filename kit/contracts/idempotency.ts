/** The browser sends one UUID for all tries of the same form, and a new one after an edit or a success. */
export const idempotencyHeader = 'Idempotency-Key';

/** Marks an answer that repeats the answer to the first request with this key. */
export const replayedHeader = 'Idempotent-Replayed';

/** Visible ASCII, as in draft-ietf-httpapi-idempotency-key-header. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{8,255}$/;

/** How long the API remembers a key. */
export const idempotencyDays = 7;
