import { request } from 'node:http';
import { headers, page } from './load.ts';

/** One response as sent over the wire. */
export interface PageBytes {
  headers: Record<string, string>;
  body: Buffer;
}

/** Returns the compressed bytes that a browser receives. `fetch` would decompress them. */
export function fetchPage(address: string): Promise<PageBytes> {
  return new Promise((resolve, reject) => {
    request(address + page, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${page} answered ${response.statusCode}.`));
        const named = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({ headers: Object.fromEntries(named), body: Buffer.concat(parts) });
      });
    })
      .on('error', reject)
      .end();
  });
}
