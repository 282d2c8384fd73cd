import type { LeadState, ListedForm } from 'kit/contracts/office';
import type { SubmissionKind } from '../submissions/kinds.ts';
import { listedPersonOf } from '../submissions/stored-form.ts';

export interface ListedRow extends Record<string, unknown> {
  id: string;
  reference: string;
  kind: SubmissionKind;
  created_at: Date;
  /** The creation time to the microsecond, for the cursor of the next page. */
  moment: string;
  office_state: LeadState;
  payload: Record<string, unknown>;
  page_path: string | null;
  is_test: boolean;
  quarantine_reason: string | null;
  purged_at: Date | null;
  is_undelivered: boolean;
  office_version: number;
  office_assignee: string | null;
  remind_on: string | null;
}

/** The columns that a list needs. The statement must select from `submissions`. */
export const listedColumns = `
  submissions.id, reference, kind, submissions.created_at, submissions.created_at::text as moment, office_state, payload,
  page_path, is_test, quarantine_reason, purged_at, office_version, office_assignee, office_remind_on::text as remind_on,
  exists (select from deliveries where submission_id = submissions.id and delivered_at is null and dead_at is not null)
    as is_undelivered`;

export function presentListed(row: ListedRow): ListedForm {
  const { name, phone, email, about } = listedPersonOf(row.kind, row.payload);
  return {
    reference: row.reference,
    kind: row.kind,
    createdAt: row.created_at.toISOString(),
    state: row.office_state,
    ...{ name, phone, email, about },
    page: row.page_path,
    isTest: row.is_test,
    quarantine: row.quarantine_reason,
    isErased: row.purged_at !== null,
    isUndelivered: row.is_undelivered,
    version: row.office_version,
    assignee: row.office_assignee,
    remindOn: row.remind_on,
  };
}
