import { randomUUID } from 'node:crypto';
import { request } from 'node:http';

export interface Answer {
  status: number;
  body: string;
  type: string;
  ms: number;
}

/** Sends one request on a new connection. A failed connection returns status 0. */
export function ask(
  port: number,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const started = performance.now();
  const type =
    body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, body: '', type: '', ms: performance.now() - started });
    const sending = request(
      { host: '127.0.0.1', port, method, path, headers: { ...type, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', fail);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            type: response.headers['content-type']?.split(';')[0] ?? '',
            ms: performance.now() - started,
          }),
        );
      },
    );
    sending.once('error', fail);
    sending.end(body);
  });
}

export interface SentLead {
  key: string;
  body: string;
  /** Set once the lead was acknowledged. */
  reference?: string;
}

export function newLead(name: string): SentLead {
  const lead = {
    name,
    company: 'Drill',
    phone: '(801) 555-0142',
    email: 'drill@example.com',
    location: 'SLC',
    services: ['all'],
  };
  return { key: randomUUID(), body: JSON.stringify(lead) };
}

/** Sends a lead once; returns true if it was acknowledged. */
export async function sendLead(port: number, lead: SentLead): Promise<boolean> {
  const { status, body } = await ask(port, 'POST', '/api/leads', lead.body, { 'Idempotency-Key': lead.key });
  if (status !== 201) return false;
  lead.reference = String(JSON.parse(body).reference);
  return true;
}
