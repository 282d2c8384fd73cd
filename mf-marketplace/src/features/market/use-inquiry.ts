import type { IdempotencyKeys } from 'kit/api-client';
import type { FormContext } from 'kit/contracts/form-context';
import type { Inquiry } from 'kit/contracts/inquiry';
import { useSite } from 'kit/site';
import { useRef } from 'react';
import { inquiryMessages } from '../../content/dialogs.ts';

/** An inquiry that was not taken. `message` is for the visitor; `problem` names the fields, if the server did. */
export class InquiryNotTakenError extends Error {
  override readonly name = 'InquiryNotTakenError';
  readonly code = 'inquiry-not-taken';
  readonly problem: { errors: { field: string; message: string }[] };

  constructor(message: string, errors: { field: string; message: string }[], cause: unknown) {
    super(message, { cause });
    this.problem = { errors };
  }
}

/**
 * Sends what a dialog holds to the office where the site configuration says so; by default nothing is sent and not
 * even the code for it is fetched. The returned function throws {@link InquiryNotTakenError}.
 */
export function useInquiry(): (inquiry: Inquiry, formContext: FormContext) => Promise<void> {
  const { deliverLocalForms } = useSite();
  const keys = useRef<IdempotencyKeys>(null);

  return async (inquiry, formContext) => {
    if (!deliverLocalForms) return;
    const { ApiAnswerError, ApiError, createIdempotencyKeys, postJson } = await import('kit/api-client');
    keys.current ??= createIdempotencyKeys();
    try {
      await postJson('/api/inquiries', inquiry, { idempotencyKey: keys.current.keyFor(inquiry), formContext });
    } catch (failure) {
      // A success whose body cannot be read is a success: the record is kept.
      if (failure instanceof ApiAnswerError) return;
      const problem = failure instanceof ApiError ? failure.problem : undefined;
      const message = failure instanceof ApiError ? inquiryMessages.refused : inquiryMessages.unreachable;
      throw new InquiryNotTakenError(problem?.message || message, fieldErrors(problem?.errors), failure);
    }
  };
}

/** The server names fields by their place in the body: `fields.email`. */
function fieldErrors(errors: { field: string; message: string }[] = []) {
  return errors.map(({ field, message }) => ({ field: field.replace(/^fields\./, ''), message }));
}
