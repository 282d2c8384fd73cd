-- A database as version 0.1.0 left it: made by that version's own build, which kept these forms and delivered all but the
-- last of them. Its schema is in the words of its migrations.

create table migrations (name text primary key, ran_at timestamptz not null default now());

-- 001-create-agents
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

-- 002-create-submissions
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
  from submissions where kind = 'lead';

-- 003-create-deliveries
create table deliveries (
  id bigint generated always as identity primary key,
  submission_id uuid not null references submissions (id),
  channel text not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  delivered_at timestamptz,
  dead_at timestamptz,
  last_error text
);
create index deliveries_due on deliveries (next_attempt_at) where delivered_at is null and dead_at is null;
create index deliveries_of_submission on deliveries (submission_id);

-- 004-create-code-misses
create unlogged table code_misses (
  client text primary key,
  owed double precision not null,
  noted_at timestamptz not null default now()
);

insert into migrations select * from json_populate_recordset(null::migrations, $rows$[
  {"name":"001-create-agents","ran_at":"2026-11-22T10:58:25.886728+00:00"},
  {"name":"002-create-submissions","ran_at":"2026-11-22T10:58:25.893887+00:00"},
  {"name":"003-create-deliveries","ran_at":"2026-11-22T10:58:25.904835+00:00"},
  {"name":"004-create-code-misses","ran_at":"2026-11-22T10:58:25.946799+00:00"}
]$rows$);

insert into agents select * from json_populate_recordset(null::agents, $rows$[
  {"id":"0199c0de-7d1e-7c33-9d6f-1f0a4a2f8b11","agent_name":"demo-agent","agent_code":"DEMO-ACTIVE","business_name":"Summit Dental Care","tagline":"Appointments answered day and night","eleven_labs_agent_id":"agent_demo_0001","created_at":"2026-11-22T10:58:26.016788+00:00","deactivated_at":null},
  {"id":"0e91654e-ed39-40b3-9eac-99590c47a5ed","agent_name":"retired-agent","agent_code":"DEMO-OFF","business_name":"Harbor Auto Repair","tagline":"Booked before the phone stops ringing","eleven_labs_agent_id":"agent_demo_0002","created_at":"2026-11-22T10:58:26.016788+00:00","deactivated_at":"2026-11-22T10:58:26.016788+00:00"}
]$rows$);

insert into submissions select * from json_populate_recordset(null::submissions, $rows$[
  {"id":"ff33e303-c1c1-4c1b-a2fa-778819d347da","kind":"lead","reference":"L-819J5V","payload":{"name":"Ada Lovelace","company":"Kept & Söhne","phone":"(801) 555-0142","email":"ada@example.com","location":"Salt Lake City","services":["repair"]},"created_at":"2026-11-22T10:58:26.311539+00:00","idempotency_key":"0b0e8f4e-6f0f-4a55-9f3a-6a8f2a7f0001","request_hash":"69db6ea3dfba2832e262ba09236c30c4d3e6a0f32d2ea90a0fcd8a62a81e3fa0","ip":"127.0.0.1","user_agent":"node","page_path":null,"consent_version":null,"fill_ms":null,"is_test":false,"quarantine_reason":null,"purged_at":null},
  {"id":"fc210551-3670-4641-8b87-f25a234b6909","kind":"feedback","reference":"F-M10J2T","payload":{"clientName":"Grace Hopper","clientEmail":"grace@example.com","businessName":"Summit Dental Care","agentSatisfaction":5,"feedbackText":"It booked two appointments on the first day.","wantsQuote":true,"businessType":null,"expectedVolume":null,"specialRequirements":null,"budget":null,"timeline":null,"agentId":"0199c0de-7d1e-7c33-9d6f-1f0a4a2f8b11","agentName":"demo-agent"},"created_at":"2026-11-22T10:58:26.546935+00:00","idempotency_key":null,"request_hash":"df653b52dcbb51b16245bf06aaa903fa3b5cd2ee8c389c1db81cb49dcf030e0d","ip":"127.0.0.1","user_agent":"node","page_path":null,"consent_version":null,"fill_ms":null,"is_test":false,"quarantine_reason":null,"purged_at":null},
  {"id":"779f66b5-9ffc-420e-8ed4-680203ad0434","kind":"lead","reference":"L-3GJDGV","payload":{"name":"Ada Lovelace","company":"Waits for the mail server","phone":"(801) 555-0142","email":"ada@example.com","location":"Salt Lake City","services":["repair"]},"created_at":"2026-11-22T10:58:32.819994+00:00","idempotency_key":null,"request_hash":"956f5e6596af80e7c4a589f872ca5bec61ff01b92a2ecd237039634f54cda314","ip":"127.0.0.1","user_agent":"node","page_path":null,"consent_version":null,"fill_ms":null,"is_test":false,"quarantine_reason":null,"purged_at":null}
]$rows$);

insert into deliveries overriding system value select * from json_populate_recordset(null::deliveries, $rows$[
  {"id":2,"submission_id":"fc210551-3670-4641-8b87-f25a234b6909","channel":"mail","attempts":1,"created_at":"2026-11-22T10:58:26.546935+00:00","next_attempt_at":"2026-11-22T11:00:27.316182+00:00","delivered_at":"2026-11-22T10:58:27.416639+00:00","dead_at":null,"last_error":null},
  {"id":1,"submission_id":"ff33e303-c1c1-4c1b-a2fa-778819d347da","channel":"mail","attempts":1,"created_at":"2026-11-22T10:58:26.311539+00:00","next_attempt_at":"2026-11-22T11:00:27.316182+00:00","delivered_at":"2026-11-22T10:58:27.416677+00:00","dead_at":null,"last_error":null},
  {"id":3,"submission_id":"779f66b5-9ffc-420e-8ed4-680203ad0434","channel":"mail","attempts":1,"created_at":"2026-11-22T10:58:32.819994+00:00","next_attempt_at":"2026-11-22T10:58:43.941177+00:00","delivered_at":null,"dead_at":null,"last_error":"connect ECONNREFUSED 127.0.0.1:9"}
]$rows$);

select setval(pg_get_serial_sequence('deliveries', 'id'), (select max(id) from deliveries));
