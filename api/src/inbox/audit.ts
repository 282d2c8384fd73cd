import { type AuditAnswer, type OfficeRole, officeLimits } from 'kit/contracts/office';
import { systemUser } from 'kit/server/system-user';
import type { Database } from '../database/database.ts';

/** Who acts: somebody of the staff by the page, whoever runs a command, or a partner by its key. */
export interface Actor {
  by: string;
  role: OfficeRole | 'command' | 'partner' | 'retention';
}

/** Numbers, references and names of lists; nothing that somebody typed about a person. */
export type AuditDetails = Record<string, string | number | boolean | null | string[]>;

interface AuditEntry {
  act: string;
  reference?: string | undefined;
  details?: AuditDetails;
}

/** Notes a look or an act; who cannot be noted looks at nothing. */
export async function note(
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

/** Does what a command asks for and notes it, before anybody sees what came of it; by the system's user unless told. */
export async function noted<Result>(
  database: Database,
  { by = systemUser(), ...entry }: AuditEntry & { by?: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const result = await work();
  await note(database, { by, role: 'command' }, entry);
  return result;
}

/** The newest first; `before` is the number of an entry. */
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
  const rows = await database.run(
    `select id::text, at, by, role, act, reference, details from office_audit
     where ($before::bigint is null or id < $before) and ($reference::text is null or reference = $reference)
     order by office_audit.id desc limit $limit`,
    { before: before !== null && /^\d{1,18}$/.test(before) ? before : null, reference, limit: limit + 1 },
  );
  const entries = rows.slice(0, limit).map((row) => ({
    id: String(row.id),
    at: (row.at as Date).toISOString(), // timestamptz
    by: String(row.by),
    role: String(row.role),
    act: String(row.act),
    reference: row.reference === null ? null : String(row.reference),
    details: inWords(row.details as AuditDetails), // What `note` wrote.
  }));
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

function inWords(details: AuditDetails): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(' ') : value}`)
    .join(', ');
}
