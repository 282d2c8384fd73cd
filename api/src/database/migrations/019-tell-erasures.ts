import type { Migration } from './migration.ts';

/** What a delivery tells: that a form came, or that it was erased. */
export const tellErasures: Migration = {
  name: '019-tell-erasures',
  ahead: [
    `alter table deliveries
      add column if not exists event text not null default 'created',
      drop constraint if exists deliveries_event_check;
    alter table deliveries add constraint deliveries_event_check check (event in ('created', 'erased')) not valid`,
  ],
  up: 'alter table deliveries validate constraint deliveries_event_check',
  down: `
    delete from deliveries where event <> 'created';
    alter table deliveries drop column event`,
};
