import type { FieldProblem } from '../contracts/problem.ts';
import { ApiError } from './errors.ts';

const messages = {
  /** The message for a refusal without a reason. */
  refused: 'Something went wrong',
  /** The message without an answer from the API: offline, a timeout, a broken connection or a captive portal. */
  unreachable: 'Failed to submit your information. Please try again.',
};

/**
 * A form that the server did not accept. `message` is for the visitor: the server's own `message`, if there is one
 * (docs/specification.md#8). `problem` names invalid fields, if the server did; `cause` is the original error.
 */
export class NotTakenError extends Error {
  override readonly name = 'NotTakenError';
  readonly code = 'not-taken';
  readonly problem: { errors: readonly FieldProblem[] };

  constructor(failure: unknown) {
    super(messageOf(failure), { cause: failure });
    this.problem = { errors: failure instanceof ApiError ? fieldsRefused(failure) : [] };
  }
}

function messageOf(failure: unknown): string {
  if (!(failure instanceof ApiError)) return messages.unreachable;
  return failure.problem?.message || messageInBody(failure) || messages.refused;
}

/** Reads `message` from a JSON body of any content type. The error's own message is `{status}: {body text}`. */
function messageInBody({ status, message }: ApiError): string | undefined {
  try {
    const body: unknown = JSON.parse(message.slice(`${status}: `.length));
    if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
    return typeof body.message === 'string' ? body.message : undefined;
  } catch {
    return undefined; // a proxy's page or plain text is not meant for visitors
  }
}

/** The server names the fields of an inquiry by their path in its body, such as `fields.email`. */
function fieldsRefused({ problem }: ApiError): FieldProblem[] {
  return (problem?.errors ?? []).map(({ field, message }) => ({ field: field.replace(/^fields\./, ''), message }));
}
