import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { html } from '../../http/html.ts';
import { renderDocument, renderHeader, renderMessage, renderTyped } from '../staff-document.ts';
import { sendAway, sendPage, staffHeaders } from '../staff-http.ts';
import type { StaffSession } from '../staff-session.ts';
import { type Asking, OfficeRefusal } from './office-client.ts';

/** A request of somebody who may see the inbox. */
export interface InboxVisit {
  request: IncomingMessage;
  response: ServerResponse;
  session: StaffSession;
  who: Asking;
  /** The path below the inbox, for example `L-7F3K9Q/save`; empty for the inbox itself. */
  path: string;
  query: URLSearchParams;
}

export interface FormVisit extends InboxVisit {
  form: URLSearchParams;
}

export function showPage({ request, response }: InboxVisit, status: number, page: string): void {
  sendPage(request, response, status, page);
}

export function goTo({ request, response }: InboxVisit, location: string): void {
  sendAway(request, response, location);
}

export function refuse(visit: InboxVisit, { status, message }: OfficeRefusal, typed = ''): void {
  showPage(visit, status, renderRefused(visit.session, message, typed));
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

/** The page of a refusal, with the text that was typed, so that it can be copied. */
export function renderRefused(session: StaffSession, message: string, typed = ''): string {
  return renderDocument(
    'Inbox',
    html`${renderHeader(session, 'Inbox')}<main>${renderMessage(message)}${renderTyped(typed)}</main>`,
  );
}
