import type { IncomingMessage } from 'node:http';
import { readBody } from '../http/read-body.ts';

/** In bytes: of logging in, of the forms about releases, and of those with a note of 5000 characters, each of which may take twelve. */
export const longestForms = { login: 8192, room: 32_768, inbox: 65_536 } as const;

/** What was sent to the staff page; a refusal says why in one sentence. */
export type SentForm = { fields: URLSearchParams } | { status: number; refusal: string };

/** Reads a form of ours. What another site sends is told apart before anything else is done with it. */
export async function readForm(request: IncomingMessage, longestForm: number): Promise<SentForm> {
  const { 'content-type': type, 'content-length': length } = request.headers;
  if (isFromElsewhere(request))
    return { status: 403, refusal: 'Nothing was done: this form was sent by another site.' };
  if (!type?.startsWith('application/x-www-form-urlencoded')) {
    return { status: 415, refusal: 'Nothing was done: that is no form of this page.' };
  }
  // Not even read: the answer would not arrive while the rest is on its way.
  const body = Number(length) > longestForm ? null : await readBody(request, longestForm);
  if (body !== null) return { fields: new URLSearchParams(body) };
  return { status: 413, refusal: 'Nothing was done: this form is longer than any of this page.' };
}

/** Browsers say where a form stands; those that do not name the site that it was sent by. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin';
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
