import type { ChangeAnswer, RequestOf } from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import type { Database } from '../database/database.ts';
import { eraseMailFile } from '../delivery/mailer.ts';
import type { Row } from '../office/office.ts';
import { isHeld } from '../submissions/stored-form.ts';
import type { Actor, AuditDetails } from './audit.ts';

export interface Erased {
  reference: string;
  purgedAt: Date;
  /** Webhooks that received the form and now get the event `erased`. */
  told: string[];
  /** True if the form was mailed to the office. The API cannot erase that mail. */
  isMailed: boolean;
}

/**
 * Erases the personal data of forms in one statement: fields, sender, search words, notes, and deliveries with the answers
 * of receivers. Kind, reference, times, states and the audit log stay as a trace. Every webhook that received a form gets the
 * event `erased`; if a delivery is in progress, the event is sent a minute later, after the delivery. The statement locks
 * deliveries first, so that no worker starts one unnoticed. The mail files are deleted afterwards.
 * @param onlyIf an SQL condition that a form must still meet when it is erased
 */
export async function eraseForms(
  database: Database,
  ids: string[],
  actor: Actor,
  dataDir: string,
  why: AuditDetails,
  onlyIf = 'true',
): Promise<Erased[]> {
  const rows = await database.run(
    `with wanted as (
       select id, reference from submissions where id = any($ids::uuid[]) and purged_at is null and ${onlyIf} for update
     ), old_deliveries as materialized (
       select id, submission_id, channel, taken_by, delivered_at from deliveries
       where submission_id in (select id from wanted) for update
     ), receivers as (
       select submission_id, channel, bool_or(taken_by is not null) as is_sending,
         -- A delivery that is in progress or is sent again may have arrived before.
         bool_or(delivered_at is not null or taken_by is not null or exists (
           select from delivery_tries where delivery_id = old_deliveries.id and outcome = 'delivered'
         )) as is_delivered
       from old_deliveries group by submission_id, channel
     ), told as (
       insert into deliveries (submission_id, channel, event, next_attempt_at)
       select submission_id, channel, 'erased', now() + case when is_sending then interval '1 minute' else interval '0' end
       from receivers where channel = 'webhook' or channel in (select 'webhook:' || name from webhook_endpoints)
       returning submission_id, channel
     ), undelivered as (
       delete from deliveries where id in (select id from old_deliveries)
     ), cleared_notes as (
       update office_entries set note = null where submission_id in (select id from wanted) and note is not null
     ), emptied as (
       update submissions set payload = '{}', ip = null, user_agent = null, page_path = null, idempotency_key = null,
         idempotency_scope = null, return_reason = null, request_hash = '', purged_at = now(),
         office_version = office_version + 1
       from wanted where submissions.id = wanted.id
       returning submissions.id, submissions.reference, purged_at
     ), audited as (
       insert into office_audit (by, role, act, reference, details)
       select $by, $role, 'erase', reference, $why::jsonb from emptied
     )
     select reference, purged_at as "purgedAt",
       array(select channel from told where submission_id = emptied.id order by 1) as told,
       exists (select from receivers where submission_id = emptied.id and channel = 'mail' and is_delivered) as "isMailed"
     from emptied`,
    { ids, by: actor.by, role: actor.role, why: JSON.stringify(why) },
  );
  const erased = rows as unknown as Erased[]; // The columns are those of Erased.
  for (const { reference } of erased) await eraseMailFile(dataDir, reference);
  return erased;
}

/** Erases forms of the quarantine. It skips forms that were released, changed or erased since, and returns them in `missed`. */
export async function eraseSpam(
  database: Database,
  forms: RequestOf<'spam'>['forms'],
  actor: Actor,
  dataDir: string,
): Promise<ChangeAnswer> {
  const rows = await database.run<{ id: string }>(
    `select id from submissions
     join unnest($references::text[], $versions::integer[]) as wanted (reference, version)
       on wanted.reference = submissions.reference and version = office_version`,
    { references: forms.map(({ reference }) => reference), versions: forms.map(({ version }) => version) },
  );
  const ids = rows.map(({ id }) => id);
  const erased = await eraseForms(database, ids, actor, dataDir, { why: 'spam' }, isHeld);
  const changed = erased.map(({ reference }) => reference);
  const missed = forms.filter(({ reference }) => !changed.includes(reference));
  return {
    changed,
    missed: missed.map(({ reference }) => `${reference} is not in quarantine any more, or was changed.`),
  };
}

/**
 * Erases one form. An erased form stays as it is.
 * @throws CommandError 3 if there is no such form
 */
export async function purge(database: Database, reference: string, actor: Actor, dataDir: string): Promise<Row[]> {
  const [form] = await database.run(
    'select id, purged_at as "purgedAt" from submissions where reference = $reference',
    {
      reference,
    },
  );
  if (!form) throw new CommandError(`There is no form with the reference ${reference}.`, 3);
  const [erased] = await eraseForms(database, [String(form.id)], actor, dataDir, { why: 'asked for' });
  return [{ reference, purgedAt: erased?.purgedAt ?? form.purgedAt, told: erased?.told.join(', ') ?? '' }];
}
