import { useState } from 'react';
import type { FormContext } from '../contracts/form-context.ts';
import type { InquiryForm } from '../contracts/inquiry.ts';
import type { FieldProblem } from '../contracts/problem.ts';
import { useSite } from '../site/index.ts';
import { ApiError, postJson } from './client.ts';

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

/**
 * For the six forms that the specification keeps in the browser. They send nothing unless the site configuration sets
 * `deliverLocalForms`; then `deliver` posts them to `/api/inquiries` and rejects with NotTakenError. `about` is the subject
 * of the form, as text for the office.
 */
export function useInquiry(form: InquiryForm) {
  const { deliverLocalForms } = useSite();
  const [send] = useState(createFormSender);

  async function deliver(fields: object, formContext: FormContext, about?: string): Promise<{ reference?: string }> {
    return deliverLocalForms ? send('/api/inquiries', { form, about, fields }, formContext) : {};
  }

  return { deliver, isDelivered: deliverLocalForms };
}

/** Creates a version 4 UUID, because `crypto.randomUUID` is missing on plain http. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

interface Sent {
  /** A fingerprint of the body, because the tab's storage must not hold what is in it, such as an access code. */
  sent: number;
  key: string;
}

/** Of texts of one length, those that differ in one character never have the same. */
function fingerprintOf(text: string): number {
  let sum = text.length;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
}

const storageName = 'unanswered form';

/**
 * Manages the key of one form, so that a repeated submit after a failure never creates a second record. The tab keeps the
 * last form that has no answer yet, because the visitor may reload or leave its page meanwhile, return, and send it again.
 * @param storageOf returns what keeps it: `localStorage` for a form whose input all tabs share, which any of them may send.
 */
export function createIdempotencyKeys(storageOf: () => Storage = () => sessionStorage) {
  let current: Sent | undefined;

  function keepUnanswered(text: string): void {
    try {
      storageOf().setItem(storageName, text);
    } catch {
      // Without storage the key lasts as long as the form is on the page.
    }
  }

  function readUnanswered(): Sent | undefined {
    try {
      return JSON.parse(storageOf().getItem(storageName) || 'null');
    } catch {
      return undefined;
    }
  }

  return {
    /** Returns the key of this body: the same key for the same body, a new one after an edit. */
    keyFor(body: unknown): string {
      const sent = fingerprintOf(JSON.stringify(body) ?? '');
      // This form's own first: another form of the tab may have been sent since.
      const last = [current, readUnanswered()].find((known) => known?.sent === sent);
      current = last ?? { sent, key: createUuid() };
      keepUnanswered(JSON.stringify(current));
      return current.key;
    },
    /** Call it after a success; the same body is then a new submission. */
    succeeded(): void {
      current = undefined;
      keepUnanswered('');
    },
  };
}

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
    const body: { message?: unknown } | null = JSON.parse(message.slice(`${status}: `.length));
    return typeof body?.message === 'string' ? body.message : undefined;
  } catch {
    return undefined; // a proxy's page or plain text is not meant for visitors
  }
}

/** The server names the fields of an inquiry by their path in its body, such as `fields.email`. */
function fieldsRefused({ problem }: ApiError): FieldProblem[] {
  return (problem?.errors ?? []).map(({ field, message }) => ({ field: field.replace(/^fields\./, ''), message }));
}
