import type { Database } from '../database/database.ts';
import type { SubmissionKind } from '../submissions/kinds.ts';
import { originOf } from '../submissions/stored-form.ts';
import { wantedContact } from './erase-person.ts';

/** Read and written at a time: an intake may have 256 kB. */
const atOnce = 50;

/** Everything that is kept about one mail address or telephone number, as one JSON document: for the person who asked for it. */
export async function* exportPerson(database: Database, who: string): AsyncGenerator<string> {
  const head = { of: who.trim(), exportedAt: new Date().toISOString() };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "forms": [`;
  const { query } = wantedContact(who);
  let last = '00000000-0000-0000-0000-000000000000';
  let before = '\n';
  for (;;) {
    const rows = await read(database, query, last);
    for (const row of rows) {
      yield before + JSON.stringify(presentForm(row), null, 2);
      before = ',\n';
      last = String(row.id);
    }
    if (rows.length < atOnce) break;
  }
  yield '\n  ]\n}\n';
}

function read(database: Database, query: string, last: string) {
  return database.run(
    `select id, reference, kind, created_at as "createdAt", payload, office_state as state, is_test as "isTest",
       quarantine_reason as "quarantineReason", consent_version as "consentVersion", page_path as "pagePath",
       host(ip) as ip, user_agent as "userAgent", industry, partner, returned_at as "returnedAt", return_reason as "returnReason",
       coalesce((
         select json_agg(json_build_object('at', at, 'by', by, 'state', state, 'note', note) order by office_entries.id)
         from office_entries where submission_id = submissions.id
       ), '[]') as history,
       coalesce((
         select json_agg(json_build_object('channel', channel, 'deliveredAt', delivered_at) order by deliveries.id)
         from deliveries where submission_id = submissions.id
       ), '[]') as deliveries
     from submissions where search @@ $query::tsquery and purged_at is null and id > $last::uuid
     order by id limit ${atOnce}`,
    { query, last },
  );
}

interface ReadRow {
  payload: Record<string, unknown>;
  id: string;
  kind: SubmissionKind;
  createdAt: Date;
  industry: string | null;
  pagePath: string | null;
  partner: string | null;
  consentVersion: string | null;
  ip: string | null;
}

function presentForm(row: Record<string, unknown>): Record<string, unknown> {
  const { payload, industry, pagePath, partner, consentVersion, ip, createdAt } = row as unknown as ReadRow; // As read above.
  const { id: _id, payload: _payload, industry: _industry, partner: _partner, consentVersion: _version, ...rest } = row;
  const { page: _page, ...origin } = originOf({ payload, industry, pagePath, partner, consentVersion, ip, createdAt });
  return { ...rest, fields: payload, origin };
}
