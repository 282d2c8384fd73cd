import { showToast } from 'kit/toast/store';
import { formMessages } from '../content/form-messages.ts';
import { failureMessage } from './failure-message.ts';

/** For `onFailure` of a form: the toast of the specification's section 8. What was typed stays. */
export function showFailure(failure: unknown): void {
  showToast({ tone: 'error', title: formMessages.failureTitle, description: failureMessage(failure) });
}
