import type { Migration } from './migration.ts';

/** The outbox: one row for each channel a submission goes out on, written in the submission's own transaction. */
export const createDeliveries: Migration = {
  name: '003-create-deliveries',
  up: `
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
    create index deliveries_of_submission on deliveries (submission_id)`,
  down: 'drop table deliveries',
};
