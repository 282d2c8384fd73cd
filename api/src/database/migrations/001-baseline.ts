import type { Migration } from '../migrate.ts';

const agents = `
  create table agents (
    id uuid primary key default gen_random_uuid(),
    agent_name text not null unique,
    agent_code text not null unique check (agent_code = upper(btrim(agent_code)) and agent_code <> ''),
    business_name text not null,
    tagline text not null,
    eleven_labs_agent_id text not null,
    created_at timestamptz not null default now(),
    deactivated_at timestamptz
  );
  -- What each client spent of its rate limit, for all API processes together. It is unlogged: cheap to write, and may be
  -- lost in a crash.
  create unlogged table rate_limits (
    client text primary key,
    spent integer not null,
    ends_at timestamptz not null
  );
  create index rate_limits_by_end on rate_limits (ends_at);`;

const partners = `
  create table partners (
    name text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
    posts_per_minute integer not null default 600 check (posts_per_minute > 0),
    created_at timestamptz not null default now(),
    created_by text not null
  );
  -- Of a key only its hash is kept. A key is found by its id, which is a part of it.
  create table partner_keys (
    id text primary key,
    partner text not null references partners (name),
    hash bytea not null,
    is_test boolean not null,
    created_at timestamptz not null default now(),
    created_by text not null,
    last_used_at timestamptz,
    revoked_at timestamptz,
    revoked_by text
  );
  create index partner_keys_of_partner on partner_keys (partner);
  -- A secret signs, so it is kept as it is. The previous secret signs too until its end.
  create table webhook_endpoints (
    name text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
    url text not null,
    kinds text[],
    secret text not null,
    previous_secret text,
    previous_until timestamptz,
    created_at timestamptz not null default now(),
    created_by text not null,
    -- Whose an endpoint is: that of the partner who is named and gets what that partner sends, or of the office (null).
    partner text references partners (name)
  );`;

/** The payload is json, which keeps the form's order; it holds the members that differ between kinds of forms. */
const submissions = String.raw`
  create table submissions (
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    reference text not null unique,
    payload json not null,
    created_at timestamptz not null default now(),
    idempotency_key text,
    request_hash text not null,
    ip inet,
    user_agent text,
    page_path text,
    consent_version text,
    fill_ms integer,
    is_test boolean not null default false,
    quarantine_reason text,
    purged_at timestamptz,
    -- Who let a form out of quarantine, and what it had been held for. The API then queues its deliveries.
    released_at timestamptz,
    released_by text,
    released_from text,
    release_queued_at timestamptz,
    quarantine_reported_on date,
    partner text references partners (name),
    industry text,
    returned_at timestamptz,
    returned_by text,
    return_reason text,
    -- A key belongs to whoever sent it: a partner, else a network, and the kind of form.
    idempotency_scope text,
    search tsvector,
    office_state text not null default 'new' check (office_state in ('new', 'called', 'won', 'lost')),
    -- The version counts what was done to a form, so that of two who decide at once the second is refused.
    office_version integer not null default 0
  );
  create index submissions_by_kind_and_time on submissions (kind, created_at desc);
  create index submissions_with_key on submissions (created_at) where idempotency_key is not null;
  create unique index submissions_by_key_and_scope on submissions (idempotency_key, idempotency_scope)
    where idempotency_key is not null;
  -- Without a partner, the same form with the same key is the same one from any network: a phone changes it between two tries.
  create unique index submissions_by_key_and_form on submissions (idempotency_key, kind, request_hash)
    where idempotency_key is not null and partner is null and not is_test;
  create index submissions_in_quarantine on submissions (created_at) where quarantine_reason is not null;
  create index submissions_to_queue on submissions (released_at) where released_at is not null and release_queued_at is null;
  create index submissions_in_report on submissions (quarantine_reported_on) where quarantine_reported_on is not null;
  create index submissions_of_partner on submissions (partner, created_at desc) where partner is not null;
  create index leads_by_email on submissions (lower(payload->>'email'), created_at) where kind = 'lead' and not is_test;
  create index leads_by_phone on submissions (right(regexp_replace(payload->>'phone', '\D', '', 'g'), 10), created_at)
    where kind = 'lead' and not is_test;
  create index submissions_in_inbox on submissions (office_state, kind, created_at, id)
    where quarantine_reason is null and purged_at is null;
  create index submissions_by_words on submissions using gin (search);
  create view leads as
    select id, reference, created_at, payload->>'name' as name, payload->>'company' as company,
      payload->>'phone' as phone, payload->>'email' as email, payload->>'location' as location,
      payload->'services' as services, is_test, quarantine_reason, purged_at
    from submissions where kind = 'lead';`;

/**
 * Search terms of a form: prefixes of names, companies, mail addresses, reference and page, and any consecutive digits of
 * phone numbers. The terms are erased with the form.
 */
const search = String.raw`
  create function office_plain(written text) returns text language sql immutable parallel safe as
    $$ select regexp_replace(normalize(lower(written), nfkd), '[\u0300-\u036f]', '', 'g') $$;
  create function office_words(payload json, reference text, page_path text) returns tsvector
    language sql immutable parallel safe as $$
        with own as (
          select payload as form union all select payload->'fields'
        ), texts as (
          select written from own, lateral (values
            (form->>'name'), (form->>'fullName'), (form->>'clientName'), (form->>'company'), (form->>'companyName'),
            (form->>'businessName'), (form->>'email'), (form->>'clientEmail')
          ) as texts (written) where json_typeof(form) = 'object' and written is not null
          union all values (reference), (page_path)
        ), phones as (
          select right(regexp_replace(form->>'phone', '\D', '', 'g'), 16) as digits from own
          where json_typeof(form) = 'object'
        )
        select array_to_tsvector(array(
          select left(word, 60) from texts, regexp_split_to_table(office_plain(left(written, 500)), '[\s!-/:-@\[-\u0060{-~]+') as word
            where word <> ''
          union select left(office_plain(written), 254) from texts where written ~ '@|^/'
          union select lower(replace(reference, '-', ''))
          union select '#' || right(digits, length) from phones, generate_series(3, length(digits)) as length
        ))
      $$;
  create function put_office_words() returns trigger language plpgsql as
    $$ begin new.search := office_words(new.payload, new.reference, new.page_path); return new; end $$;
  create trigger submissions_words before insert on submissions
    for each row execute function put_office_words();
  create trigger submissions_words_again before update of payload, page_path on submissions
    for each row execute function put_office_words();`;

const deliveries = `
  -- The outbox holds one row for each channel that a submission goes out on, written in the submission's own transaction.
  create table deliveries (
    id bigint generated always as identity primary key,
    submission_id uuid not null references submissions (id),
    channel text not null,
    attempts integer not null default 0,
    created_at timestamptz not null default now(),
    next_attempt_at timestamptz not null default now(),
    delivered_at timestamptz,
    dead_at timestamptz,
    last_error text,
    taken_by uuid,
    failed_at timestamptz,
    -- Tries that fail because the whole channel is unavailable are attempts, and no refusals.
    refusals integer not null default 0,
    event text not null default 'created' check (event in ('created', 'returned', 'erased'))
  );
  create index deliveries_due on deliveries (channel, next_attempt_at) where delivered_at is null and dead_at is null;
  create index deliveries_dead on deliveries (dead_at) where delivered_at is null and dead_at is not null;
  create index deliveries_of_submission on deliveries (submission_id);
  -- The log of deliveries has a row for each try of the last 30 days.
  create table delivery_tries (
    id bigint generated always as identity primary key,
    delivery_id bigint not null references deliveries (id) on delete cascade,
    tried_at timestamptz not null default now(),
    ms integer not null,
    outcome text not null,
    said text
  );
  create index delivery_tries_of_delivery on delivery_tries (delivery_id);
  create index delivery_tries_by_time on delivery_tries (tried_at);
  -- All API processes share what they know about each channel: whether it works, and when it may be tried next.
  create table delivery_channels (
    name text primary key,
    succeeded_at timestamptz,
    away_since timestamptz,
    failures integer not null default 0,
    refused_in_a_row integer not null default 0,
    refused_last bigint,
    probe_at timestamptz not null default now(),
    fresh_probe_at timestamptz not null default now(),
    last_error text,
    releasing boolean not null default false
  );
  insert into delivery_channels (name) values ('mail'), ('webhook');
  -- Whom an automatic reply went to lately, as hashes, so that nobody gets many of them.
  create table reply_addresses (
    address bytea primary key,
    network bytea not null,
    delivery_id bigint not null references deliveries (id) on delete cascade,
    replied_at timestamptz not null default now()
  );
  create index reply_addresses_by_network on reply_addresses (network, replied_at);
  create index reply_addresses_of_delivery on reply_addresses (delivery_id);
  -- What is known of the operator's alerts: what was raised, who was told of it, and what is over.
  create table operator_alerts (
    name text primary key,
    text text not null
  );`;

const office = `
  -- The mail about the quarantine is sent once a day.
  create table quarantine_reports (
    day date primary key,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    sent_at timestamptz
  );
  -- What the office noted about a form, and each state that it gave to it.
  create table office_entries (
    id bigint generated always as identity primary key,
    submission_id uuid not null references submissions (id),
    at timestamptz not null default now(),
    by text not null,
    state text,
    note text
  );
  create index office_entries_of_submission on office_entries (submission_id, id);
  -- The audit names forms by their references and holds nothing of what is in them.
  create table office_audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    by text not null,
    role text not null,
    act text not null,
    reference text,
    details jsonb not null default '{}'
  );
  create index office_audit_by_reference on office_audit (reference, id) where reference is not null;`;

export const baseline: Migration = {
  name: '001-baseline',
  up: async ({ context }) => {
    for (const part of [agents, partners, submissions, search, deliveries, office]) await context.query(part);
  },
};
