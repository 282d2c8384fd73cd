import type { Migration } from './migration.ts';

/** What a delivery tells: that a form came, or that it was erased. */
export const tellErasures: Migration = {
  name: '019-tell-erasures',
  up: `alter table deliveries add column event text not null default 'created' check (event in ('created', 'erased'))`,
  down: `
    delete from deliveries where event <> 'created';
    alter table deliveries drop column event`,
};
