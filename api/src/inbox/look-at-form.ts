import type { DeliveryOfForm, LookAnswer } from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import type { Database } from '../database/database.ts';
import { type EventSource, endpointPrefix, takesForm } from '../delivery/channel.ts';
import { submissionKinds } from '../submissions/kinds.ts';
import { linesOfRow } from '../submissions/stored-form.ts';
import { type ListedRow, listedColumns, presentListed } from './listed-form.ts';
import { mailQueryOf } from './search-query.ts';

interface DetailsRow extends Omit<EventSource, 'event' | 'id' | 'reference' | 'is_test'> {
  released_by: string | null;
  returned_by: string | null;
}

const maxTries = 30;
const maxOthers = 10;

/** One form with all details. @throws CommandError 3 if there is no such form. */
export async function lookAtForm(database: Database, reference: string): Promise<LookAnswer> {
  const [listed] = await database.run<ListedRow>(
    `select ${listedColumns} from submissions where reference = $reference`,
    { reference },
  );
  const [row] = await database.run<DetailsRow>(
    `select kind, payload, page_path, created_at, purged_at, industry, partner, consent_version, host(ip) as ip, released_by,
       returned_at, returned_by, return_reason
     from submissions where reference = $reference`,
    { reference },
  );
  if (!listed || !row) throw new CommandError(`There is no form with the reference ${reference}.`, 3);
  const { id } = listed;
  const form = presentListed(listed);
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
    deliveries: await deliveriesOf(database, id),
    channels: isHeld ? [] : await channelsFor(database, id, row),
    history: await historyOf(database, id),
    others: form.email === '' ? [] : await othersOf(database, id, form.email),
  };
}

interface DeliveryRow extends Omit<DeliveryOfForm, 'at' | 'tries'> {
  at: Date | null;
  /** JSON has no dates. */
  tries: { tried_at: string; outcome: string; ms: number; said: string | null }[];
}

async function deliveriesOf(database: Database, id: string): Promise<DeliveryOfForm[]> {
  const rows = await database.run<DeliveryRow>(
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
  return rows.map(({ at, tries, ...row }) => ({
    ...row,
    at: at?.toISOString() ?? null,
    tries: tries.map(({ tried_at, ...rest }) => ({ at: new Date(tried_at).toISOString(), ...rest })),
  }));
}

/** The channels for "resend": mail, and each webhook that received the form or would receive it. */
async function channelsFor(database: Database, id: string, { kind, partner }: DetailsRow): Promise<string[]> {
  const rows = await database.run<{ channel: string }>(
    `select 'mail' as channel union
     select channel from deliveries where submission_id = $id::uuid and channel = 'webhook' union
     select '${endpointPrefix}' || name from webhook_endpoints
     where ${takesForm({ kind: '$kind', partner: '$partner' })} order by 1`,
    { id, kind, partner },
  );
  return rows.map(({ channel }) => channel);
}

async function historyOf(database: Database, id: string): Promise<LookAnswer['history']> {
  const rows = await database.run<Omit<LookAnswer['history'][number], 'at'> & { at: Date }>(
    'select at, by, state, note from office_entries where submission_id = $id order by office_entries.id desc',
    { id },
  );
  return rows.map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry }));
}

async function othersOf(database: Database, id: string, email: string): Promise<LookAnswer['others']> {
  const rows = await database.run<ListedRow>(
    `select ${listedColumns} from submissions
     where search @@ $query::tsquery and purged_at is null and submissions.id <> $id
     order by submissions.created_at desc limit ${maxOthers}`,
    { id, query: mailQueryOf(email) },
  );
  return rows.map(presentListed);
}
