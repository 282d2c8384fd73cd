import type { FormContext } from '../contracts/form-context.ts';
import { postJson } from './client.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { NotTakenError } from './not-taken-error.ts';

/**
 * Makes what sends one form of a page. The same words sent again after a failure carry the same idempotency key, so
 * that they are kept once, whatever became of the first try; after a success they are a new submission. The sender
 * rejects with {@link NotTakenError}, and gives the reference under which the form is kept, where the answer names one.
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
    const { reference } = (answer ?? {}) as { reference?: unknown }; // an answer that is no object has none
    return typeof reference === 'string' ? { reference } : {};
  };
}
