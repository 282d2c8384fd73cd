import { NotTakenError } from 'kit/api-client';
import { showToast } from 'kit/toast/store';
import { formMessages } from './content/form-messages.ts';

/** For `onFailure` of a form: the toast of docs/specification.md#8. What was typed stays. */
export function showFailure(failure: unknown): void {
  const { message } = failure instanceof NotTakenError ? failure : new NotTakenError(failure);
  showToast({ tone: 'error', title: formMessages.failureTitle, description: message });
}
