import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond } from '../http/respond.ts';

/** Sends the visitor to another address of the site. */
export function redirect(
  request: IncomingMessage,
  response: ServerResponse,
  status: 303 | 308,
  location: string,
  headers: Record<string, string>,
): void {
  respond(request, response, { status, headers: { ...headers, Location: location }, body: Buffer.alloc(0) });
}
