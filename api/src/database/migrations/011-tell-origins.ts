import type { Migration } from './migration.ts';

/**
 * Whose key a form came with, of what industry it is, and whether the office gave it back. The two indexes are for who
 * asks whether the same person was sent before.
 */
export const tellOrigins: Migration = {
  name: '011-tell-origins',
  ahead: [
    `alter table submissions
      add column if not exists partner text,
      add column if not exists industry text,
      add column if not exists returned_at timestamptz,
      add column if not exists returned_by text,
      add column if not exists return_reason text,
      drop constraint if exists submissions_partner_fkey;
    alter table submissions add constraint submissions_partner_fkey foreign key (partner) references partners (name) not valid`,
    {
      index: 'submissions_of_partner',
      is: 'on submissions (partner, created_at desc) where partner is not null',
    },
    {
      index: 'leads_by_email',
      is: `on submissions (lower(payload->>'email'), created_at) where kind = 'lead' and not is_test`,
    },
    {
      index: 'leads_by_phone',
      is: `on submissions (right(regexp_replace(payload->>'phone', '\\D', '', 'g'), 10), created_at)
        where kind = 'lead' and not is_test`,
    },
  ],
  up: 'alter table submissions validate constraint submissions_partner_fkey',
  down: `
    drop index leads_by_phone;
    drop index leads_by_email;
    alter table submissions drop column partner, drop column industry, drop column returned_at,
      drop column returned_by, drop column return_reason`,
};
