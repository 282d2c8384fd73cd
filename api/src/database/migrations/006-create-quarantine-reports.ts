import type { Migration } from './migration.ts';

/** The mail about the quarantine: one a day, and which forms it tells of. */
export const createQuarantineReports: Migration = {
  name: '006-create-quarantine-reports',
  ahead: [
    'alter table submissions add column if not exists quarantine_reported_on date',
    {
      index: 'submissions_in_report',
      is: 'on submissions (quarantine_reported_on) where quarantine_reported_on is not null',
    },
  ],
  up: `
    create table quarantine_reports (
      day date primary key,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      sent_at timestamptz
    )`,
  down: `
    alter table submissions drop column quarantine_reported_on;
    drop table quarantine_reports`,
};
