import type { FormContext } from '../contracts/form-context.ts';
import { postJson } from './client.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { NotTakenError } from './not-taken-error.ts';

/**
 * Creates the function that submits one form of a page. A repeated submit of the same values after a failure has the same
 * idempotency key, so the API stores it once; after a success it is a new submission.
 * @returns the reference in the answer, if it has one.
 * @throws NotTakenError
 */
export function createFormSender() {
  const keys = createIdempotencyKeys();
  return async function send(path: string, body: unknown, formContext: FormContext): Promise<{ reference?: string }> {
    let answer: unknown;
    try {
      answer = await postJson(path, body, { idempotencyKey: keys.keyFor(body), formContext });
    } catch (failure) {
      throw new NotTakenError(failure);
    }
    keys.succeeded();
    const { reference } = (answer ?? {}) as { reference?: unknown }; // only an object has members
    return typeof reference === 'string' ? { reference } : {};
  };
}
