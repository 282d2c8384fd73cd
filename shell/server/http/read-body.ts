import type { IncomingMessage } from 'node:http';

/** The text of a request, or null when it is longer than allowed. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    length += bytes.length;
    if (length > mostBytes) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
