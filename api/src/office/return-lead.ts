import { CommandError } from 'kit/server/command-error';
import type { Database } from '../database/database.ts';
import { endpointPrefix, takesForm } from '../delivery/endpoint-statements.ts';
import type { Row } from './table.ts';

/**
 * Notes that a lead was given back, once, and tells the webhooks of its partner.
 * @throws CommandError 3 when there is no such lead, 1 when it was given back already.
 */
export async function returnLead(database: Database, reference: string, reason: string, by: string): Promise<Row[]> {
  const [returned] = await database.run<Row>(
    `with returned as (
       update submissions set returned_at = now(), returned_by = $by, return_reason = $reason
       where reference = $reference and kind = 'lead' and returned_at is null and purged_at is null
       returning *
     ), told as (
       insert into deliveries (submission_id, channel, event)
       select id, '${endpointPrefix}' || webhook_endpoints.name, 'returned'
       from returned join webhook_endpoints on webhook_endpoints.partner = returned.partner
       where not is_test and quarantine_reason is null and ${takesForm({ kind: 'kind', partner: 'returned.partner' })}
       returning channel
     )
     select reference, partner, returned_at as "returnedAt", return_reason as reason,
       array_to_string(array(select channel from told order by 1), ', ') as told
     from returned`,
    { reference, reason: reason.slice(0, 500), by },
  );
  if (returned) return [returned];
  const [lead] = await database.run<Row>(
    `select returned_by as by from submissions where reference = $reference and kind = 'lead'`,
    { reference },
  );
  if (!lead) throw new CommandError(`There is no lead with the reference ${reference}.`, 3);
  throw new CommandError(lead.by ? `${lead.by} returned ${reference} already.` : `${reference} was erased.`, 1);
}
