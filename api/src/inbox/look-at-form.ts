import type { DeliveryOfForm, LookAnswer } from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import type { Database } from '../database/database.ts';
import { endpointPrefix, takesForm } from '../delivery/channel.ts';
import { submissionKinds } from '../submissions/kinds.ts';
import { linesOfRow } from '../submissions/stored-form.ts';
import { type ListedRow, listedColumns, presentListed } from './listed-form.ts';
import { mailQueryOf } from './search-query.ts';

interface LookRow extends ListedRow {
  industry: string | null;
  partner: string | null;
  consent_version: string | null;
  ip: string | null;
  released_by: string | null;
  returned_at: Date | null;
  returned_by: string | null;
  return_reason: string | null;
}

const maxTries = 30;
const maxOthers = 10;

/** One form with all details. @throws CommandError 3 if there is no such form. */
export async function lookAtForm(database: Database, reference: string): Promise<LookAnswer> {
  const [found] = await database.run(
    `select ${listedColumns}, industry, partner, consent_version, host(ip) as ip, released_by,
       returned_at, returned_by, return_reason
     from submissions where reference = $reference`,
    { reference },
  );
  if (!found) throw new CommandError(`There is no form with the reference ${reference}.`, 3);
  const row = found as LookRow; // The columns are those of the row.
  const form = presentListed(row);
  const isHeld = form.isTest || form.isErased || form.quarantine !== null;
  return {
    form,
    title: submissionKinds[row.kind].mailTitle,
    fields: form.isErased ? [] : linesOfRow(row),
    releasedBy: row.released_by,
    erasedAt: row.purged_at?.toISOString() ?? null,
    returned: row.returned_at && {
      at: row.returned_at.toISOString(),
      by: row.returned_by ?? '',
      reason: row.return_reason ?? '',
    },
    deliveries: await deliveriesOf(database, row.id),
    channels: isHeld ? [] : await channelsFor(database, row),
    history: await historyOf(database, row.id),
    others: form.email === '' ? [] : await othersOf(database, row.id, form.email),
  };
}

async function deliveriesOf(database: Database, id: string): Promise<DeliveryOfForm[]> {
  const rows = await database.run(
    `select channel, event, last_error as "lastError",
       case when delivered_at is not null then 'delivered' when dead_at is not null then 'given up'
         when taken_by is not null then 'sending' else 'waiting' end as state,
       coalesce(delivered_at, dead_at, case when taken_by is null then next_attempt_at end) as at,
       coalesce((
         select json_agg(tries order by tried_at desc) from (
           select tried_at, outcome, ms, said from delivery_tries where delivery_id = deliveries.id
           order by id desc limit ${maxTries}
         ) as tries
       ), '[]') as tries
     from deliveries where submission_id = $id order by deliveries.id`,
    { id },
  );
  return rows.map((row) => ({
    channel: String(row.channel),
    event: row.event as DeliveryOfForm['event'], // A constraint of the table ensures it.
    state: row.state as DeliveryOfForm['state'], // As above.
    at: row.at instanceof Date ? row.at.toISOString() : null,
    lastError: row.lastError === null ? null : String(row.lastError),
    tries: (row.tries as { tried_at: string; outcome: string; ms: number; said: string | null }[]).map(
      ({ tried_at: at, ...rest }) => ({ at: new Date(at).toISOString(), ...rest }),
    ),
  }));
}

/** The channels for "resend": mail, and each webhook that received the form or would receive it. */
async function channelsFor(database: Database, { id, kind, partner }: LookRow): Promise<string[]> {
  const rows = await database.run(
    `select 'mail' as channel union
     select channel from deliveries where submission_id = $id::uuid and channel = 'webhook' union
     select '${endpointPrefix}' || name from webhook_endpoints
     where ${takesForm({ kind: '$kind', partner: '$partner' })} order by 1`,
    { id, kind, partner },
  );
  return rows.map(({ channel }) => String(channel));
}

async function historyOf(database: Database, id: string): Promise<LookAnswer['history']> {
  const rows = await database.run(
    'select at, by, state, note from office_entries where submission_id = $id order by id desc',
    {
      id,
    },
  );
  return rows.map(({ at, by, state, note }) => ({
    at: (at as Date).toISOString(), // timestamptz
    by: String(by),
    state: state as LookAnswer['history'][number]['state'], // Only states are written to this column.
    note: note === null ? null : String(note),
  }));
}

async function othersOf(database: Database, id: string, email: string): Promise<LookAnswer['others']> {
  const rows = await database.run(
    `select ${listedColumns} from submissions
     where search @@ $query::tsquery and purged_at is null and submissions.id <> $id
     order by submissions.created_at desc limit ${maxOthers}`,
    { id, query: mailQueryOf(email) },
  );
  return (rows as ListedRow[]).map(presentListed); // The columns are those of the row.
}
