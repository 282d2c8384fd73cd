import type { IncomingMessage } from 'node:http';
import { readBody } from '../http/read-body.ts';

/**
 * The limits in bytes: for the login, for forms about releases, and for forms with a note of 5000 characters, of which
 * each may take twelve.
 */
export const longestForms = { login: 8192, room: 32_768, inbox: 65_536 } as const;

/** The fields of a form, or a refusal with its reason in one sentence. */
export type SentForm = { fields: URLSearchParams } | { status: number; refusal: string };

/** Reads a form. Forms that another site sent are refused before anything else. */
export async function readForm(request: IncomingMessage, longestForm: number): Promise<SentForm> {
  const { 'content-type': type, 'content-length': length } = request.headers;
  if (isFromElsewhere(request))
    return {
      status: 403,
      refusal: 'Nothing was done: this form was sent by another site. Open the page here and send it again.',
    };
  if (!type?.startsWith('application/x-www-form-urlencoded')) {
    return { status: 415, refusal: 'Nothing was done: the form cannot be read. Reload the page and send it again.' };
  }
  // Such a body is not read at all, because the answer would not arrive while the rest is still sent.
  const body = Number(length) > longestForm ? null : await readBody(request, longestForm);
  if (body !== null) return { fields: new URLSearchParams(body) };
  return { status: 413, refusal: 'Nothing was done: the form is too long. Shorten the text and send it again.' };
}

/** Browsers name the origin of a form; those that do not send `Sec-Fetch-Site` send `Origin`. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin';
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
