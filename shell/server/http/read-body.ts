import type { IncomingMessage } from 'node:http';

/** Reads the body of a request as text; null if it is longer than `maxBytes`. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    length += bytes.length;
    if (length > maxBytes) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
