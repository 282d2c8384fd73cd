import { request as httpRequest } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The body as received, still encoded. */
  bytes: Buffer;
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  /** The address of another site than the one under test. */
  base?: string;
  /** Uses a connection of its own and waits without a limit. */
  isLong?: boolean;
}

/** The address of the site under test. */
function siteAddress(): string {
  const address = process.env.BASE_URL;
  if (address) return address;
  throw new Error('BASE_URL is missing: these tests run under Playwright, which starts the site.');
}

/** Sends a path unchanged, while fetch and browsers would normalise it. Rejects without a response. */
export function requestRaw(path: string, options: RawRequest = {}): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body, base = siteAddress(), isLong = false } = options;
  const { hostname, port } = new URL(base);
  const connection = isLong ? ({ agent: false } as const) : { timeout: 30_000 };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers, ...connection }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
        const bytes = Buffer.concat(parts);
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(named),
          body: bytes.toString('utf8'),
          bytes,
        });
      });
    });
    request.on('timeout', () => request.destroy(new Error(`No answer to ${path.slice(0, 200)} within 30 s`)));
    request.on('error', reject);
    request.end(body);
  });
}
