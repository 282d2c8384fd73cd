import { randomInt } from 'node:crypto';
import { type SubmissionKind, submissionKinds } from './kinds.ts';

/** Crockford's base 32: no I, L, O or U, so that a reference survives being read out on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `L-7F3K9Q`. Random, so that nobody counts our leads; the table refuses the rare double. */
export function newReference(kind: SubmissionKind): string {
  let characters = '';
  // Node keeps random numbers in stock, while each call for bytes goes to the system.
  for (let number = randomInt(alphabet.length ** 6); characters.length < 6; number = Math.floor(number / 32)) {
    characters += alphabet[number % 32];
  }
  return `${submissionKinds[kind].letter}-${characters}`;
}
