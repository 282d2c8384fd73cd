import { ApiAnswerError, createIdempotencyKeys, postJson } from 'kit/api-client';
import type { FormContext } from 'kit/contracts/form-context';
import { useState } from 'react';

/**
 * Sends one form of a page. The same words sent again after a failure carry the same idempotency key, so that they are
 * kept once, whatever became of the first try.
 */
export function useFormSender() {
  const [keys] = useState(createIdempotencyKeys);

  return async function send(path: string, body: unknown, formContext: FormContext): Promise<void> {
    try {
      await postJson(path, body, { idempotencyKey: keys.keyFor(body), formContext });
    } catch (failure) {
      // A success whose body cannot be read is a success: the record is kept.
      if (!(failure instanceof ApiAnswerError)) throw failure;
    }
    keys.succeeded();
  };
}
