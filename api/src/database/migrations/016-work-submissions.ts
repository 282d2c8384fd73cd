import type { Migration } from './migration.ts';

/**
 * How far the office is with a form. The version counts what was done to it, so that of two who decide at once the second
 * is told. The index serves the inbox: each state of each kind, the newest first.
 */
export const workSubmissions: Migration = {
  name: '016-work-submissions',
  ahead: [
    `alter table submissions
      add column if not exists office_state text not null default 'new',
      add column if not exists office_version integer not null default 0,
      drop constraint if exists submissions_office_state_check;
    alter table submissions add constraint submissions_office_state_check
      check (office_state in ('new', 'called', 'won', 'lost')) not valid`,
    {
      index: 'submissions_in_inbox',
      is: 'on submissions (office_state, kind, created_at, id) where quarantine_reason is null and purged_at is null',
    },
  ],
  up: 'alter table submissions validate constraint submissions_office_state_check',
  down: `
    drop index submissions_in_inbox;
    alter table submissions drop column office_state, drop column office_version`,
};
