import type { Migration } from './migration.ts';

/** What the office noted about a form, and each state that it gave to it. */
export const createOfficeEntries: Migration = {
  name: '017-create-office-entries',
  up: `
    create table office_entries (
      id bigint generated always as identity primary key,
      submission_id uuid not null references submissions (id),
      at timestamptz not null default now(),
      by text not null,
      state text,
      note text
    );
    create index office_entries_of_submission on office_entries (submission_id, id)`,
  down: 'drop table office_entries',
};
