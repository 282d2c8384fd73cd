import { ApiAnswerError, createIdempotencyKeys, postJson } from 'kit/api-client';
import { consentVersion } from 'kit/contracts/form-context';
import { useLocation } from 'kit/router';
import { useRef, useState } from 'react';

/**
 * Sends one form of a page. The same words sent again after a failure carry the same idempotency key, so that they are
 * kept once, whatever became of the first try.
 */
export function useFormSender() {
  const { key, pathname } = useLocation();
  const [keys] = useState(createIdempotencyKeys);
  // The first page of a tab can be filled before its scripts arrive: there the clock runs from the page's own start.
  const [openedAt] = useState(() => (key === 'default' ? 0 : performance.now()));
  const trap = useRef<HTMLInputElement>(null);

  async function send(path: string, body: unknown): Promise<void> {
    const formContext = {
      page: pathname,
      consent: consentVersion,
      fillMs: performance.now() - openedAt,
      trap: trap.current?.value ?? '',
    };
    try {
      await postJson(path, body, { idempotencyKey: keys.keyFor(body), formContext });
    } catch (failure) {
      // A success whose body cannot be read is a success: the record is kept.
      if (!(failure instanceof ApiAnswerError)) throw failure;
    }
    keys.succeeded();
  }

  return { send, trap };
}
