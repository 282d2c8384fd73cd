import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReactNode } from 'react';
import { StaffRefusal, sendPage, staffHeaders, type Visit } from '../staff-http.ts';
import type { Asking, OfficeClient } from './office-client.ts';

export interface InboxParts {
  client: OfficeClient;
  hide: (text: string) => string;
  /** Decrypts it; null for a text that this server did not encrypt. */
  show: (hidden: string) => string | null;
  /** The time zone whose days the filters name. */
  zone: string;
  people: readonly string[];
}

export interface InboxVisit extends Visit, InboxParts {
  who: Asking;
}

export interface InboxForm extends InboxVisit {
  form: URLSearchParams;
}

/** What a page has of the API: its answer, or only the message of a refusal, or both. */
export interface Answered<Answer> {
  answer: Answer | null;
  message: string | null;
}

/** Shows a page with the answer of the API. With a refusal, given or of the API, the page has its message. */
export async function showAnswer<Answer>(
  visit: InboxVisit,
  load: () => Promise<Answer>,
  render: (answered: Answered<Answer>) => ReactNode,
  given?: StaffRefusal,
): Promise<void> {
  let refusal = given;
  const answer = await load().catch((error: unknown) => {
    refusal = refusalIn(error);
    return null;
  });
  sendPage(visit, refusal?.status ?? 200, render({ answer, message: refusal?.message ?? null }));
}

/** Answers with a file as it comes. Its name gets the date of today. */
export async function download(
  { response }: InboxVisit,
  { name, end, type }: { name: string; end: string; type: string },
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const file = `${name}-${new Date().toISOString().slice(0, 10)}.${end}`;
  const headers = { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${file}"` };
  response.writeHead(200, { ...staffHeaders, ...headers });
  // The connection breaks, because a file that ends in the middle must not look complete.
  await pipeline(Readable.fromWeb(body as never), response).catch(() => response.destroy()); // Node's own type of the same stream.
}

/** @throws errors that are not refusals, because they are bugs. */
export function refusalIn(error: unknown): StaffRefusal {
  if (error instanceof StaffRefusal) return error;
  throw error;
}
