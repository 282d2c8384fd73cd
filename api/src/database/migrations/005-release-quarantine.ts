import type { Migration } from './migration.ts';

/**
 * Who let a form out of quarantine, when, and what it had been held for. The API then queues its deliveries: it alone
 * knows the channels. The two indexes hold the few rows that anybody looks for.
 */
export const releaseQuarantine: Migration = {
  name: '005-release-quarantine',
  ahead: [
    `alter table submissions
      add column if not exists released_at timestamptz,
      add column if not exists released_by text,
      add column if not exists released_from text,
      add column if not exists release_queued_at timestamptz`,
    { index: 'submissions_in_quarantine', is: 'on submissions (created_at) where quarantine_reason is not null' },
    {
      index: 'submissions_to_queue',
      is: 'on submissions (released_at) where released_at is not null and release_queued_at is null',
    },
  ],
  down: `
    drop index submissions_in_quarantine;
    drop index submissions_to_queue;
    alter table submissions drop column released_at, drop column released_by, drop column released_from,
      drop column release_queued_at`,
};
