import { CommandError } from 'kit/server/command-error';
import type { Database } from '../database/database.ts';
import { endpointPrefix, takesForm } from '../delivery/channel.ts';
import type { Row } from './office.ts';

export interface LogSelection {
  channel: string | undefined;
  reference: string | undefined;
  limit: number;
}

/** The attempts of the last 30 days, newest first. */
export function listTries(database: Database, { channel, reference, limit }: LogSelection): Promise<Row[]> {
  return database.run<Row>(
    `select tried_at as "triedAt", reference, channel, outcome, ms, said
     from delivery_tries join deliveries on deliveries.id = delivery_id
     join submissions on submissions.id = submission_id
     where ($channel::text is null or channel = $channel) and ($reference::text is null or reference = $reference)
     order by delivery_tries.id desc limit $limit`,
    { channel: channel ?? null, reference: reference ?? null, limit },
  );
}

/**
 * Sends a form again, to one channel or to all webhooks, with the same `webhook-id`. It goes by mail only if `channel` is
 * `mail`. Endpoints that were added since the first delivery receive it, too.
 * @throws CommandError 3 if there is no such form, 1 if it is a test, in quarantine or erased, or if no channel takes it
 */
export async function resend(database: Database, reference: string, channel: string | undefined): Promise<Row[]> {
  const [form] = await database.run<Row>(
    `select id, kind, partner, is_test or quarantine_reason is not null or purged_at is not null as "isHeld"
     from submissions where reference = $reference`,
    { reference },
  );
  if (!form) throw new CommandError(`There is no form with the reference ${reference}.`, 3);
  if (form.isHeld) throw new CommandError(`${reference} is a test, in quarantine or erased: it is not delivered.`, 1);
  const sent = await database.run<Row>(
    `with wanted as (
       select '${endpointPrefix}' || name as channel from webhook_endpoints
       where ${takesForm({ kind: '$kind', partner: '$partner' })}
       union
       select channel from deliveries
       where submission_id = $id::uuid and (channel = 'webhook' or channel = 'mail' and $channel = 'mail')
     ), again as (
       update deliveries set delivered_at = null, dead_at = null, attempts = 0, refusals = 0, next_attempt_at = now()
       where submission_id = $id and event = 'created' and taken_by is null and channel in (select channel from wanted)
         and ($channel::text is null or channel = $channel)
       returning channel
     ), added as (
       insert into deliveries (submission_id, channel)
       select $id::uuid, channel from wanted
       where ($channel::text is null or channel = $channel)
         and not exists (select from deliveries existing where existing.submission_id = $id and existing.channel = wanted.channel
           and existing.event = 'created')
       returning channel
     )
     select $reference::text as reference, channel, 'queued' as state from again
     union all select $reference::text, channel, 'queued' from added order by 2`,
    { id: form.id, kind: form.kind, partner: form.partner, channel: channel ?? null, reference },
  );
  if (sent.length === 0) throw new CommandError(await describeNotResent(database, reference, form.id, channel), 1);
  return sent;
}

async function describeNotResent(
  database: Database,
  reference: string,
  id: unknown,
  channel: string | undefined,
): Promise<string> {
  const [sending] = await database.run<Row>(
    `select channel from deliveries
     where submission_id = $id and taken_by is not null and delivered_at is null and ($channel::text is null or channel = $channel)`,
    { id, channel: channel ?? null },
  );
  if (sending) return `${reference} is being sent right now: check again in a minute.`;
  return `No webhook takes ${reference}: "webhooks list" shows them.`;
}
