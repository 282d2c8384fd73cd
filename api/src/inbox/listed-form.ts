import type { ListedForm } from 'kit/contracts/office';
import type { SubmissionKind } from '../submissions/kinds.ts';
import { listedPersonOf, type Person } from '../submissions/stored-form.ts';

export interface ListedRow extends Omit<ListedForm, keyof Person | 'kind' | 'createdAt'> {
  id: string;
  kind: SubmissionKind;
  createdAt: Date;
  /** The creation time to the microsecond, for the cursor of the next page. */
  moment: string;
  payload: Record<string, unknown>;
}

/** The columns that a list needs. The statement must select from `submissions`. */
export const listedColumns = `
  submissions.id, submissions.created_at::text as moment, payload, reference, kind, submissions.created_at as "createdAt",
  office_state as state, page_path as page, is_test as "isTest", quarantine_reason as quarantine,
  purged_at is not null as "isErased",
  exists (select from deliveries where submission_id = submissions.id and delivered_at is null and dead_at is not null)
    as "isUndelivered", office_version as version, office_assignee as assignee, office_remind_on::text as "remindOn"`;

export function presentListed({ id: _, moment: _moment, payload, ...row }: ListedRow): ListedForm {
  const { reference, kind, createdAt, state, ...rest } = row;
  return { reference, kind, createdAt: createdAt.toISOString(), state, ...listedPersonOf(kind, payload), ...rest };
}
