import type { Migration } from './migration.ts';

/** Partners and their keys: of a key only its hash is kept. A key is found by its id, which is a part of it. */
export const createPartners: Migration = {
  name: '010-create-partners',
  up: `
    create table partners (
      name text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      posts_per_minute integer not null default 600 check (posts_per_minute > 0),
      created_at timestamptz not null default now(),
      created_by text not null
    );
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
    create index partner_keys_of_partner on partner_keys (partner)`,
  down: 'drop table partner_keys; drop table partners',
};
