import type { Migration } from './migration.ts';

/** Every form that was sent; what differs between the kinds is in `payload`, json because it keeps the form's order. */
export const createSubmissions: Migration = {
  name: '002-create-submissions',
  up: `
    create table submissions (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      reference text not null unique,
      payload json not null,
      created_at timestamptz not null default now(),
      idempotency_key text unique,
      request_hash text not null,
      ip inet,
      user_agent text,
      page_path text,
      consent_version text,
      fill_ms integer,
      is_test boolean not null default false,
      quarantine_reason text,
      purged_at timestamptz
    );
    create index submissions_by_kind_and_time on submissions (kind, created_at desc);
    create index submissions_with_key on submissions (created_at) where idempotency_key is not null;
    create view leads as
      select id, reference, created_at, payload->>'name' as name, payload->>'company' as company,
        payload->>'phone' as phone, payload->>'email' as email, payload->>'location' as location,
        payload->'services' as services, is_test, quarantine_reason, purged_at
      from submissions where kind = 'lead'`,
  down: 'drop view leads; drop table submissions',
};
