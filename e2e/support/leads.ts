import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryDatabase } from './query-database.ts';
import { requestRaw } from './raw-request.ts';

export interface Answer {
  status: number;
  body: string;
  type: string;
  ms: number;
}

/** Sends one request on a new connection. A failed connection returns status 0. */
export async function ask(
  port: number,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const started = performance.now();
  const all = { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers };
  const base = `http://127.0.0.1:${port}`;
  const answer = await requestRaw(path, { method, headers: all, body, base, isLong: true }).catch(() => null);
  return {
    status: answer?.status ?? 0,
    body: answer?.body ?? '',
    type: answer?.headers['content-type']?.split(';')[0] ?? '',
    ms: performance.now() - started,
  };
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

/** Sends a lead once. The status 201 acknowledges it. */
export async function sendLead(port: number, lead: SentLead): Promise<Answer> {
  const answer = await ask(port, 'POST', '/api/leads', lead.body, { 'Idempotency-Key': lead.key });
  if (answer.status === 201) lead.reference = String(JSON.parse(answer.body).reference);
  return answer;
}

/** Sends a lead again with its key until it is acknowledged. @throws Error after a minute */
export async function sendUntilAcknowledged(port: number, lead: SentLead): Promise<void> {
  const deadline = Date.now() + 60_000;
  while ((await sendLead(port, lead)).status !== 201) {
    if (Date.now() > deadline) throw new Error('A lead was not acknowledged within a minute.');
    await sleep(50);
  }
}

/** Counts acknowledged leads that the database lost, and leads that it has twice. */
export async function countKept(
  databaseUrl: string,
  leads: readonly SentLead[],
): Promise<{ lost: number; doubled: number }> {
  const rows = await queryDatabase<{ key: string; reference: string }>(
    databaseUrl,
    'select idempotency_key as key, reference from submissions where idempotency_key = any($1)',
    [leads.map(({ key }) => key)],
  );
  const kept = new Map(rows.map(({ key, reference }) => [key, reference]));
  return {
    lost: leads.filter(({ key, reference }) => reference !== undefined && kept.get(key) !== reference).length,
    doubled: rows.length - kept.size,
  };
}

/** Deliveries are written with their form, so none may be missing. */
export async function countWithoutDelivery(databaseUrl: string): Promise<number> {
  const [row] = await queryDatabase<{ missing: number }>(
    databaseUrl,
    'select count(*)::int as missing from submissions where not exists (select 1 from deliveries where submission_id = submissions.id)',
  );
  return row?.missing ?? 0;
}
