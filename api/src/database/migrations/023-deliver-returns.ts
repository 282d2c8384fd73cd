import type { Migration } from './migration.ts';

/** A delivery may also tell a partner that the office gave a lead back. */
export const deliverReturns: Migration = {
  name: '023-deliver-returns',
  ahead: [
    `alter table deliveries drop constraint if exists deliveries_event_check;
    alter table deliveries
      add constraint deliveries_event_check check (event in ('created', 'returned', 'erased')) not valid`,
  ],
  up: 'alter table deliveries validate constraint deliveries_event_check',
  down: `
    delete from deliveries where event = 'returned';
    alter table deliveries drop constraint deliveries_event_check;
    alter table deliveries add constraint deliveries_event_check check (event in ('created', 'erased'))`,
};
