import type { Statement } from '../database/database.ts';
import { endpointPrefix, takesForm } from '../delivery/endpoint-statements.ts';

export interface StoredRow {
  id: string;
  reference: string;
  created_at: Date;
  request_hash: string;
  /** False when the row is what an earlier request with the same key wrote. */
  fresh: boolean;
}

/**
 * The channels of a form, of those of this process ($list) and of the endpoints that take it: none where there are none
 * of the former, as for tests.
 */
export const channelsOf = (list: string, form: { kind: string; partner: string }) => `
      select unnest(${list}::text[]) as channel
      union all
      select '${endpointPrefix}' || name from webhook_endpoints
      where cardinality(${list}::text[]) > 0 and ${takesForm(form)}`;

/** Between the words of a form ($18): no text may hold it, and one text costs less to send than a list. */
export const betweenWords = '\x1f';

/**
 * The submission, its idempotency key and its deliveries in one round trip and one commit. A twin in flight makes the
 * insert wait for its commit; then there is no row, because the statement's snapshot is older: run it again. There is
 * none either where the API key ($17) was revoked since the request began.
 *
 * An earlier request is the same one when it was sent under the same key by the same sender ($14), or, without a partner
 * and no test, with the same form from any network.
 */
export const insertSubmission: Statement = {
  name: 'insert-submission',
  text: `
    with kept as (
      insert into submissions (kind, reference, payload, idempotency_key, request_hash, ip, user_agent,
        page_path, consent_version, fill_ms, is_test, quarantine_reason, idempotency_scope, industry, partner, search)
      select $1::text, $2::text, $3::json, $4::text, $5::text, $6::inet, $7::text, $8::text, $9::text, $10::integer,
        $11::boolean, $12::text, $14::text, $15::text, $16::text, array_to_tsvector(string_to_array($18::text, chr(31)))
      where $17::text is null or exists (select from partner_keys where id = $17 and revoked_at is null)
      on conflict do nothing
      returning id, reference, created_at
    ), queued as (
      insert into deliveries (submission_id, channel)
      select kept.id, channel from kept cross join (${channelsOf('$13', { kind: '$1', partner: '$16' })}) as channels
    ), same_form as (
      select id, reference, created_at, request_hash from submissions
      where idempotency_key = $4 and kind = $1 and request_hash = $5 and partner is null and not is_test
        and $16::text is null and not $11
    ), same_sender as (
      select id, reference, created_at, request_hash from submissions
      where idempotency_key = $4 and idempotency_scope = $14
    )
    select id, reference, created_at, $5::text as request_hash, true as fresh from kept
    union all
    (
      select id, reference, created_at, request_hash, false from (
        select 1 as rank, same_form.* from same_form union all select 2, same_sender.* from same_sender
      ) as earlier
      where not exists (select 1 from kept) order by rank limit 1
    )`,
};
