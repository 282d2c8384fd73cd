import type { Migration } from './migration.ts';

/**
 * Whose key a form came with, of what industry it is, and whether the office gave it back. The two indexes are for who
 * asks whether the same person was sent before.
 */
export const tellOrigins: Migration = {
  name: '011-tell-origins',
  up: `
    alter table submissions
      add column partner text references partners (name),
      add column industry text,
      add column returned_at timestamptz,
      add column returned_by text,
      add column return_reason text;
    create index submissions_of_partner on submissions (partner, created_at desc) where partner is not null;
    create index leads_by_email on submissions (lower(payload->>'email'), created_at)
      where kind = 'lead' and not is_test;
    create index leads_by_phone on submissions (right(regexp_replace(payload->>'phone', '\\D', '', 'g'), 10), created_at)
      where kind = 'lead' and not is_test`,
  down: `
    drop index leads_by_phone;
    drop index leads_by_email;
    alter table submissions drop column partner, drop column industry, drop column returned_at,
      drop column returned_by, drop column return_reason`,
};
