import type { Migration } from './migration.ts';

/** The mail about the quarantine: one a day, and which forms it tells of. */
export const createQuarantineReports: Migration = {
  name: '006-create-quarantine-reports',
  up: `
    create table quarantine_reports (
      day date primary key,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      sent_at timestamptz
    );
    alter table submissions add column quarantine_reported_on date;
    create index submissions_in_report on submissions (quarantine_reported_on) where quarantine_reported_on is not null`,
  down: `
    alter table submissions drop column quarantine_reported_on;
    drop table quarantine_reports`,
};
