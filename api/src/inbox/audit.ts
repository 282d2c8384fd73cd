import { type AuditAnswer, type OfficeRole, officeLimits } from 'kit/contracts/office';
import type { Database } from '../database/database.ts';

/** The author of an act: a staff member on a page, the user of a command, a partner with its key, or the retention job. */
export interface Actor {
  by: string;
  role: OfficeRole | 'command' | 'partner' | 'retention';
}

/** Numbers, references and names of lists. It must not hold text about a person, because the log outlives an erasure. */
export type AuditDetails = Record<string, string | number | boolean | null | string[]>;

export interface AuditEntry {
  act: string;
  reference?: string | undefined;
  details?: AuditDetails;
}

/** Writes one entry. Callers wait for it before they answer, so that no read goes unlogged. */
export async function writeAudit(
  database: Database,
  { by, role }: Actor,
  { act, reference, details = {} }: AuditEntry,
): Promise<void> {
  await database.run(
    `insert into office_audit (by, role, act, reference, details)
     values ($by, $role, $act, $reference, $details::jsonb) returning id`,
    { by, role, act, reference: reference ?? null, details: JSON.stringify(details) },
  );
}

/** One page of entries, newest first. `before` is the id of the last entry of the previous page. */
export async function listAudit(
  database: Database,
  {
    before,
    reference = null,
    limit = officeLimits.atOnce,
  }: {
    before: string | null;
    reference?: string | null;
    limit?: number;
  },
): Promise<AuditAnswer> {
  const rows = await database.run<
    Omit<AuditAnswer['entries'][number], 'at' | 'details'> & { at: Date; details: AuditDetails }
  >(
    `select id::text, at, by, role, act, reference, details from office_audit
     where ($before::bigint is null or id < $before) and ($reference::text is null or reference = $reference)
     order by office_audit.id desc limit $limit`,
    { before: before !== null && /^\d{1,18}$/.test(before) ? before : null, reference, limit: limit + 1 },
  );
  const entries = rows
    .slice(0, limit)
    .map(({ id, at, details, ...row }) => ({ id, at: at.toISOString(), ...row, details: formatDetails(details) }));
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

function formatDetails(details: AuditDetails): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(' ') : value}`)
    .join(', ');
}
