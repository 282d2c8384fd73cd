import type { IncomingMessage } from 'node:http';
import fresh from 'fresh';

/** Whether the client has this very answer already: lists, weak validators and `*` count (RFC 9110, section 13.1.2). */
export function isUnchanged({ headers }: IncomingMessage, etag: string): boolean {
  return fresh(headers, { etag });
}
