import type { Statement } from '../database/database.ts';

export interface KeptRow {
  id: string;
  reference: string;
  created_at: Date;
  request_hash: string;
  /** False when the row is what an earlier request with the same key wrote. */
  fresh: boolean;
}

/**
 * The submission, its idempotency key and its deliveries in one round trip and one commit. A twin in flight makes the
 * insert wait for its commit; then there is no row, because the statement's snapshot is older: run it again.
 */
export const keepSubmission: Statement = {
  name: 'keep-submission',
  text: `
    with kept as (
      insert into submissions (kind, reference, payload, idempotency_key, request_hash, ip, user_agent,
        page_path, consent_version, fill_ms, is_test, quarantine_reason)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (idempotency_key) do nothing
      returning id, reference, created_at
    ), queued as (
      insert into deliveries (submission_id, channel)
      select kept.id, channel from kept cross join unnest($13::text[]) as channel
    )
    select id, reference, created_at, $5::text as request_hash, true as fresh from kept
    union all
    select id, reference, created_at, request_hash, false from submissions
    where idempotency_key = $4 and not exists (select 1 from kept)`,
};
