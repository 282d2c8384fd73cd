import type { Migration } from './migration.ts';

/** What all API processes together know about each way out: whether it works, and when it may be tried next. */
export const createDeliveryChannels: Migration = {
  name: '008-create-delivery-channels',
  up: `
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
    insert into delivery_channels (name) values ('mail'), ('webhook')`,
  down: 'drop table delivery_channels',
};
