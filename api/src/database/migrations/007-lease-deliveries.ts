import type { Migration } from './migration.ts';

/**
 * Who sends a delivery at this moment, since when it fails, and how often it was refused: tries that fail because the
 * whole channel is away are not held against a form. Each channel has a queue of its own.
 */
export const leaseDeliveries: Migration = {
  name: '007-lease-deliveries',
  ahead: [
    `alter table deliveries
      add column if not exists taken_by uuid,
      add column if not exists failed_at timestamptz,
      add column if not exists refusals integer not null default 0`,
    {
      index: 'deliveries_due_by_channel',
      is: 'on deliveries (channel, next_attempt_at) where delivered_at is null and dead_at is null',
    },
    { index: 'deliveries_dead', is: 'on deliveries (dead_at) where delivered_at is null and dead_at is not null' },
  ],
  up: `
    drop index deliveries_due;
    alter index deliveries_due_by_channel rename to deliveries_due`,
  down: `
    drop index deliveries_dead;
    drop index deliveries_due;
    create index deliveries_due on deliveries (next_attempt_at) where delivered_at is null and dead_at is null;
    alter table deliveries drop column taken_by, drop column failed_at, drop column refusals`,
};
