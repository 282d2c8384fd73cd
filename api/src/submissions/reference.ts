import { randomBytes } from 'node:crypto';
import { type SubmissionKind, submissionKinds } from './kinds.ts';

/** Crockford's base 32: no I, L, O or U, so that a reference survives being read out on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `L-7F3K9Q`. Random, so that nobody counts our leads; the table refuses the rare double. */
export function newReference(kind: SubmissionKind): string {
  const characters = [...randomBytes(6)].map((byte) => alphabet[byte % 32]);
  return `${submissionKinds[kind].letter}-${characters.join('')}`;
}
