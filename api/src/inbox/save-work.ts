import type { LeadState } from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import type { Database } from '../database/database.ts';
import type { Actor } from './audit.ts';

export interface Work {
  reference: string;
  /** That of what it was decided on; undefined takes whatever is there. */
  version: number | undefined;
  state: LeadState | undefined;
  note: string;
}

/**
 * Gives a form a state, a note, or both, and says in the audit log who did, in one statement.
 * @throws CommandError 3 when there is no such form, 1 when it was erased, or when somebody else was faster.
 */
export async function saveWork(
  database: Database,
  { reference, version, state, note }: Work,
  { by, role }: Actor,
): Promise<void> {
  const [saved] = await database.run(
    `with form as (
       select id, office_state from submissions
       where reference = $reference and purged_at is null and ($version::integer is null or office_version = $version)
       for update
     ), worked as (
       update submissions set office_version = office_version + 1,
         office_state = coalesce($state::text, submissions.office_state)
       from form where submissions.id = form.id
       returning submissions.id, nullif(submissions.office_state, form.office_state) as got
     ), entered as (
       insert into office_entries (submission_id, by, state, note)
       select id, $by, got, nullif($note::text, '') from worked where got is not null or $note <> ''
     ), audited as (
       insert into office_audit (by, role, act, reference, details)
       select $by, $role, 'save', $reference,
         jsonb_strip_nulls(jsonb_build_object('state', got, 'note', case when $note <> '' then 'added' end)) from worked
     )
     select id from worked`,
    { reference, version: version ?? null, state: state ?? null, note: note.trim(), by, role },
  );
  if (!saved) throw await whyNotSaved(database, reference);
}

async function whyNotSaved(database: Database, reference: string): Promise<CommandError> {
  const [form] = await database.run(
    `select purged_at, office_state, last.by, last.at from submissions
     left join lateral (
       select by, at from office_entries where submission_id = submissions.id order by id desc limit 1
     ) as last on true
     where reference = $reference`,
    { reference },
  );
  if (!form) return new CommandError(`There is no form with the reference ${reference}.`, 3);
  if (form.purged_at) return new CommandError(`${reference} was erased: nothing can be noted about it.`, 1);
  const who = form.by === null ? 'Somebody' : String(form.by);
  const when = form.at instanceof Date ? ` at ${form.at.toISOString().slice(11, 16)} UTC` : '';
  return new CommandError(
    `${who} changed ${reference}${when}, while you had it open; it is “${form.office_state}” now. Nothing of yours was saved yet: look at it, then save again.`,
    1,
  );
}
