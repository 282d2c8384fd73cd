import type { SubmissionKind } from './kinds.ts';
import type { SubmissionStatusDto } from './submission-status.dto.ts';

export interface StatusRow extends Record<string, unknown> {
  id: string;
  reference: string;
  kind: SubmissionKind;
  created_at: Date;
  is_test: boolean;
  delivered_at: Date | null;
  returned_at: Date | null;
  return_reason: string | null;
  purged_at: Date | null;
  is_duplicate: boolean;
}

const phoneOf = (row: string) => `right(regexp_replace(${row}.payload->>'phone', '\\D', '', 'g'), 10)`;

const earlierWith = (same: string) => `
      exists (
        select from submissions earlier
        where earlier.kind = 'lead' and not earlier.is_test and earlier.quarantine_reason is null
          and earlier.created_at < sent.created_at and earlier.created_at >= sent.created_at - interval '30 days'
          and ${same}
      )`;

/** A form of a partner ($2), and no other's. */
export const findStatus = `
    select id, reference, kind, created_at, is_test, returned_at, return_reason, purged_at,
      (
        select coalesce(delivered_at, (
          -- The office may have it sent once more: it was delivered all the same.
          select min(tried_at) from delivery_tries where delivery_id = deliveries.id and outcome = 'delivered'
        )) from deliveries where submission_id = sent.id and channel = 'mail'
      ) as delivered_at,
      kind = 'lead' and not is_test and (
        ${earlierWith(`lower(earlier.payload->>'email') = lower(sent.payload->>'email')`)}
        or ${earlierWith(`${phoneOf('earlier')} = ${phoneOf('sent')}`)}
      ) as is_duplicate
    from submissions sent where reference = $1 and partner = $2`;

export function presentStatus(row: StatusRow): SubmissionStatusDto {
  return {
    id: row.id,
    reference: row.reference,
    createdAt: row.created_at.toISOString(),
    ...(row.is_test ? { isTest: true } : {}),
    kind: row.kind,
    status: statusOf(row),
    isDuplicate: row.is_duplicate,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    returnedAt: row.returned_at?.toISOString() ?? null,
    reason: row.return_reason,
  };
}

function statusOf(row: StatusRow): SubmissionStatusDto['status'] {
  if (row.purged_at) return 'erased';
  if (row.returned_at) return 'returned';
  return row.delivered_at ? 'delivered' : 'accepted';
}
