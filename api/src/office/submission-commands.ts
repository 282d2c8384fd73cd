import { CommandError } from 'kit/server/command-error';
import { type FindOptions, literal, Op, type WhereOptions } from 'sequelize';
import type { Database } from '../database/database.ts';
import type { StoredRow, SubmissionModel } from '../database/models.ts';
import { type EventSource, endpointPrefix, takesForm } from '../delivery/channel.ts';
import { isGroup, isHeld, listedPersonOf, originOf } from '../submissions/stored-form.ts';
import { sheetTime } from './csv.ts';
import type { Row } from './office.ts';

export interface Selection {
  kind: EventSource['kind'];
  since: Date | undefined;
  limit: number | undefined;
  /** True includes quarantined forms and tests. */
  everything: boolean;
}

/** A list is in memory as a whole. */
const listLimit = 10_000;

export async function listSubmissions(
  database: Database,
  { kind, since, limit, everything }: Selection,
): Promise<Row[]> {
  const where: WhereOptions<SubmissionModel> = {
    kind,
    ...(since && { created_at: { [Op.gte]: since } }),
    ...(everything ? {} : { quarantine_reason: null, is_test: false }),
  };
  const found = await database.models.submissions.findAll({ where, ...newest(limit) });
  return found.map((form) => ({
    reference: form.reference,
    createdAt: form.created_at,
    ...listedPersonOf(form.kind, form.payload),
    ...originOf(form),
    certificates: namesOfCertificates(form),
    status: statusOf(form),
  }));
}

/** A table has no room for whole certificates, so it only names them. */
function namesOfCertificates({ payload: { certificates } }: StoredRow): string | null {
  const names = isGroup(certificates) ? Object.keys(certificates).filter((name) => certificates[name]) : [];
  return names.join(', ') || null;
}

function newest(limit = 50): Pick<FindOptions<SubmissionModel>, 'order' | 'limit'> {
  if (limit <= listLimit) return { order: [['created_at', 'DESC']], limit };
  throw new CommandError(`--limit of a list must be at most ${listLimit}: an export takes any number.`);
}

/** The status of a form in words: test, quarantine, release, return or erasure. Empty if there is none of these. */
export function statusOf(form: StoredRow): string {
  if (form.purged_at) return `erased ${sheetTime(form.purged_at)} UTC`;
  return [
    ...(form.is_test ? ['test'] : []),
    ...(form.quarantine_reason ? [`quarantine: ${form.quarantine_reason}`] : []),
    ...(form.released_by ? [`released by ${form.released_by}`] : []),
    ...(form.returned_at ? [`returned: ${form.return_reason}`] : []),
  ].join(', ');
}

export async function listQuarantine(
  database: Database,
  { since, limit }: Pick<Selection, 'since' | 'limit'>,
): Promise<Row[]> {
  const where = { [Op.and]: literal(isHeld), ...(since && { created_at: { [Op.gte]: since } }) };
  const found = await database.models.submissions.findAll({ where, ...newest(limit) });
  return found.map(({ reference, kind, created_at: createdAt, payload, quarantine_reason: reason }) => ({
    ...{ reference, kind, createdAt, ...listedPersonOf(kind, payload), reason },
  }));
}

export async function countQuarantine(database: Database): Promise<Row[]> {
  const counts = await database.models.submissions.count({
    where: literal(isHeld),
    group: ['kind', 'quarantine_reason'],
  });
  return counts.map(({ kind, quarantine_reason: reason, count }) => ({ kind, reason, count }));
}

/**
 * Releases a form from quarantine, so that it is delivered like any other. A second release fails and names the first.
 * @throws CommandError 3 if there is no such form, 1 if it is not in quarantine
 */
export async function releaseFromQuarantine(database: Database, reference: string, by: string): Promise<Row[]> {
  const [released] = await database.run<Row>(
    `update submissions set released_at = now(), released_by = $by, released_from = quarantine_reason,
       quarantine_reason = null
     where reference = $reference and ${isHeld}
     returning reference, released_at as "releasedAt", released_by as "releasedBy"`,
    { reference, by },
  );
  if (released) return [released];
  throw await describeNotReleased(database, reference);
}

async function describeNotReleased(database: Database, reference: string): Promise<CommandError> {
  const form = await database.models.submissions.findOne({ where: { reference } });
  if (!form) return new CommandError(`There is no form with the reference ${reference}.`, 3);
  if (form.purged_at) return new CommandError(`${reference} was erased: nothing is left to deliver.`, 1);
  if (form.is_test) return new CommandError(`${reference} is a test, and tests are not delivered.`, 1);
  const releasedAt = form.released_at?.toISOString();
  if (!releasedAt) return new CommandError(`${reference} is not in quarantine: it was delivered like any other.`, 1);
  return new CommandError(`${form.released_by} released ${reference} already, at ${releasedAt}.`, 1);
}

/**
 * Marks a lead as returned and queues the event `returned` for the webhooks of its partner.
 * @throws CommandError 3 if there is no such lead, 1 if it was returned already
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
  if (sent.length > 0) return sent;
  const [sending] = await database.run<Row>(
    `select channel from deliveries
     where submission_id = $id and taken_by is not null and delivered_at is null and ($channel::text is null or channel = $channel)`,
    { id: form.id, channel: channel ?? null },
  );
  if (sending) throw new CommandError(`${reference} is being sent right now: check again in a minute.`, 1);
  const named = channel === undefined ? '' : ` ${channel.replace(endpointPrefix, '')}`;
  throw new CommandError(`No webhook${named} takes ${reference}: "webhooks list" shows them.`, 1);
}

/**
 * The id of a form.
 * @throws CommandError 3 if there is no such form
 */
export async function checkForm(database: Database, reference: string): Promise<string> {
  const form = await database.models.submissions.findOne({ where: { reference } });
  if (form) return form.id;
  throw new CommandError(`There is no form with the reference ${reference}.`, 3);
}
