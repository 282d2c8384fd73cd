import type { Migration } from './migration.ts';

/** The log of deliveries: a row for each try, for 30 days. */
export const createDeliveryTries: Migration = {
  name: '014-create-delivery-tries',
  up: `
    create table delivery_tries (
      id bigint generated always as identity primary key,
      delivery_id bigint not null references deliveries (id) on delete cascade,
      tried_at timestamptz not null default now(),
      ms integer not null,
      outcome text not null,
      said text
    );
    create index delivery_tries_of_delivery on delivery_tries (delivery_id);
    create index delivery_tries_by_time on delivery_tries (tried_at)`,
  down: 'drop table delivery_tries',
};
