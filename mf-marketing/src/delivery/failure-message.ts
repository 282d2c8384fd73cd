import { ApiError } from 'kit/api-client';
import { formMessages } from '../content/form-messages.ts';

/** What a visitor reads when a form was not taken: the server's own `message` if it gave one (specification, section 8). */
export function failureMessage(failure: unknown): string {
  if (!(failure instanceof ApiError)) return formMessages.unreachable;
  return failure.problem?.message || messageInBody(failure) || formMessages.refused;
}

/** `message` of a JSON body of any content type; the error's own message is `{status}: {body text}`. */
function messageInBody({ status, message }: ApiError): string | undefined {
  try {
    const body: unknown = JSON.parse(message.slice(`${status}: `.length));
    if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
    return typeof body.message === 'string' ? body.message : undefined;
  } catch {
    return undefined; // a page of a proxy or plain text: not meant for visitors
  }
}
