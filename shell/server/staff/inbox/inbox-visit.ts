import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { renderRefused } from '../staff-document.ts';
import { sendPage, staffHeaders, type Visit } from '../staff-http.ts';
import { type Asking, OfficeRefusal } from './office-client.ts';

/** A request of somebody who may see the inbox. */
export interface InboxVisit extends Visit {
  who: Asking;
}

export interface InboxForm extends InboxVisit {
  form: URLSearchParams;
}

export function refuse(visit: InboxVisit, { status, message }: OfficeRefusal, typed = ''): void {
  sendPage(visit, status, renderRefused(visit.session, message, typed));
}

/** Shows a page with the answer of the API. With a refusal, given or of the API, the page has its message. */
export async function showAnswer<Answer>(
  visit: InboxVisit,
  load: () => Promise<Answer>,
  render: (answer: Answer | null, message: string | null) => string,
  given: OfficeRefusal | null = null,
): Promise<void> {
  let refusal = given;
  const answer = await load().catch((error: unknown) => {
    refusal = refusalIn(error);
    return null;
  });
  sendPage(visit, refusal?.status ?? 200, render(answer, refusal?.message ?? null));
}

/** Answers with a file as it comes. */
export async function download(
  visit: InboxVisit,
  name: string,
  type: string,
  open: () => Promise<ReadableStream<Uint8Array>>,
): Promise<void> {
  const { response } = visit;
  let body: ReadableStream<Uint8Array>;
  try {
    body = await open();
  } catch (error) {
    return refuse(visit, refusalIn(error));
  }
  const headers = { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` };
  response.writeHead(200, { ...staffHeaders, ...headers });
  // The connection breaks, because a file that ends in the middle must not look complete.
  await pipeline(Readable.fromWeb(body as never), response).catch(() => response.destroy()); // Node's own type of the same stream.
}

/** For the name of a file. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** @throws errors that are not refusals, because they are bugs. */
export function refusalIn(error: unknown): OfficeRefusal {
  if (error instanceof OfficeRefusal) return error;
  throw error;
}
