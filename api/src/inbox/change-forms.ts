import type { ChangeAnswer, LeadState, RequestOf } from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import type { Database } from '../database/database.ts';
import type { Actor } from './audit.ts';

export interface Change extends Pick<RequestOf<'change'>, 'state' | 'assignee' | 'remindOn'> {
  /** The version that the staff member saw. Undefined changes any version. */
  forms: readonly { reference: string; version: number | undefined }[];
  note: string;
}

/**
 * Sets the state, assignee, reminder or note of forms. The same statement writes the audit log and stores the old values for
 * undo. It skips forms that another person has changed since, and returns their references in `missed`. The same change that
 * the same person sends again counts as done.
 */
export async function changeForms(
  database: Database,
  { forms, state, assignee, remindOn, note }: Change,
  { by, role }: Actor,
): Promise<ChangeAnswer> {
  const references = forms.map(({ reference }) => reference);
  const values = {
    references,
    versions: forms.map(({ version }) => version ?? null),
    ...{ state, assignee, remindOn, note: note.trim(), by, role },
  };
  const rows = await database.run<{ reference: string }>(
    `with wanted as (
       select distinct on (reference) * from unnest($references::text[], $versions::integer[]) as wanted (reference, version)
     ), form as (
       select id, submissions.reference, office_state, office_assignee, office_remind_on
       from submissions join wanted on wanted.reference = submissions.reference
       where purged_at is null and (version is null or office_version = version)
       order by id for update of submissions
     ), worked as (
       update submissions set office_version = office_version + 1,
         office_state = coalesce($state::text, submissions.office_state),
         office_assignee = case when $assignee::text is null then submissions.office_assignee
           else nullif($assignee, '') end,
         office_remind_on = case when $remindOn::text is null then submissions.office_remind_on
           else nullif($remindOn, '')::date end
       from form where submissions.id = form.id
       returning submissions.id, submissions.reference, office_version, form.office_state as old_state,
         form.office_assignee as old_assignee, form.office_remind_on as old_remind_on,
         nullif(submissions.office_state, form.office_state) as got
     ), entered as (
       insert into office_entries (submission_id, by, state, note)
       select id, $by, got, nullif($note::text, '') from worked where got is not null or $note <> ''
     ), audited as (
       insert into office_audit (by, role, act, reference, details)
       select $by, $role, 'save', reference, jsonb_strip_nulls(jsonb_build_object('state', got,
         'assignee', $assignee::text, 'reminder', $remindOn::text, 'note', case when $note <> '' then 'added' end)) from worked
     ), kept as (
       insert into office_undo (by, forms)
       select $by, jsonb_agg(jsonb_build_object('id', id, 'reference', reference, 'version', office_version, 'state', old_state,
         'assignee', old_assignee, 'remindOn', old_remind_on)) from worked having count(*) > 0
       on conflict (by) do update set at = now(), forms = excluded.forms
     )
     select reference from worked`,
    values,
  );
  const changed = rows.map(({ reference }) => reference);
  if (changed.length < forms.length) {
    const before = await database.run<{ reference: string }>(changedBefore, { ...values, changed });
    changed.push(...before.map(({ reference }) => reference));
  }
  return {
    changed,
    missed: await describeMissed(database, references, { changed, meanwhile: ', while you had it open' }),
  };
}

/** The forms that this person has just changed from the same version in the same way: a button was pressed twice. */
const changedBefore = `
  select submissions.reference
  from submissions join unnest($references::text[], $versions::integer[]) as wanted (reference, version)
    on wanted.reference = submissions.reference and office_version = version + 1
  where purged_at is null and not submissions.reference = any($changed::text[])
    and office_state = coalesce($state::text, office_state)
    and ($assignee::text is null or office_assignee is not distinct from nullif($assignee, ''))
    and ($remindOn::text is null or office_remind_on is not distinct from nullif($remindOn, '')::date)
    and $by = (select by from office_audit where reference = submissions.reference and act in ('save', 'undo')
      order by id desc limit 1)
    and $note in ('', (select note from office_entries where submission_id = submissions.id order by id desc limit 1))`;

/**
 * Changes one form.
 * @throws CommandError 3 if there is no such form, 1 if it was erased or another person has changed it
 */
export async function changeForm(database: Database, change: Change, actor: Actor): Promise<void> {
  const { changed, missed } = await changeForms(database, change, actor);
  const [why = ''] = missed;
  if (changed.length > 0) return;
  if (why.startsWith('There is no form')) throw new CommandError(why, 3);
  throw new CommandError(
    why.endsWith('now.') ? `${why} Your change was not saved: check the form, then save again.` : why,
    1,
  );
}

/**
 * Undoes the last change of a staff member: it restores state, assignee and reminder, but keeps notes. The change must be at
 * most one day old and include the form `reference`. Forms that were changed since are skipped and returned in `missed`.
 * @throws CommandError 1 if there is nothing to undo
 */
export async function undoLast(database: Database, reference: string, { by, role }: Actor): Promise<ChangeAnswer> {
  const [done] = await database.run<{ wanted: string[] | null; changed: string[] | null }>(
    `with mine as (
       delete from office_undo where by = $by and at > now() - interval '1 day'
         and forms @> jsonb_build_array(jsonb_build_object('reference', $reference::text)) returning forms
     ), each as (
       select (form->>'id')::uuid as id, (form->>'version')::integer as version, form->>'state' as state,
         form->>'assignee' as assignee, (form->>'remindOn')::date as remind_on
       from mine, jsonb_array_elements(forms) as form
     ), form as (
       select submissions.id, office_state from submissions join each on each.id = submissions.id
       where purged_at is null and office_version = version order by submissions.id for update of submissions
     ), back as (
       update submissions set office_version = office_version + 1, office_state = each.state,
         office_assignee = each.assignee, office_remind_on = each.remind_on
       from form join each on each.id = form.id where submissions.id = form.id
       returning submissions.id, reference, nullif(each.state, form.office_state) as got
     ), entered as (
       insert into office_entries (submission_id, by, state) select id, $by, got from back where got is not null
     ), audited as (
       insert into office_audit (by, role, act, reference, details)
       select $by, $role, 'undo', reference, jsonb_strip_nulls(jsonb_build_object('state', got)) from back
     )
     select (select array_agg(reference order by reference) from submissions join each on each.id = submissions.id) as wanted,
       (select array_agg(reference order by reference) from back) as changed`,
    { by, role, reference },
  );
  if (!done?.wanted) {
    throw new CommandError(
      `Nothing was undone: your last change is not one of ${reference}, is older than a day or was undone already.`,
      1,
    );
  }
  const changed = done.changed ?? [];
  return { changed, missed: await describeMissed(database, done.wanted, { changed, meanwhile: '' }) };
}

/** Explains for each skipped form whether another person changed it, it was erased, or it does not exist. */
async function describeMissed(
  database: Database,
  wanted: readonly string[],
  { changed, meanwhile }: { changed: readonly string[]; meanwhile: string },
): Promise<string[]> {
  const missed = [...new Set(wanted)].filter((reference) => !changed.includes(reference));
  if (missed.length === 0) return [];
  const rows = await database.run<{ reference: string; erased: boolean; state: LeadState; by: string; at: Date }>(
    `select reference, purged_at is not null as erased, office_state as state, last.by, last.at from submissions
     left join lateral (
       select by, at from office_audit where reference = submissions.reference and act in ('save', 'undo')
       order by id desc limit 1
     ) as last on true
     where reference = any($missed::text[])`,
    { missed },
  );
  return missed.map((reference) => {
    const form = rows.find((row) => row.reference === reference);
    if (!form) return `There is no form with the reference ${reference}.`;
    if (form.erased) return `${reference} was erased: nothing can be noted about it.`;
    const when = form.at === null ? '' : ` at ${form.at.toISOString().slice(11, 16)} UTC`;
    return `${form.by ?? 'Somebody'} changed ${reference}${when}${meanwhile}; it is “${form.state}” now.`;
  });
}
