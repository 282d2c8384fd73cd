import type { Migration } from './migration.ts';

/**
 * Who let a form out of quarantine, when, and what it had been held for. The API then queues its deliveries: it alone
 * knows the channels. The two indexes hold the few rows that anybody looks for.
 */
export const releaseQuarantine: Migration = {
  name: '005-release-quarantine',
  up: `
    alter table submissions
      add column released_at timestamptz,
      add column released_by text,
      add column released_from text,
      add column release_queued_at timestamptz;
    create index submissions_in_quarantine on submissions (created_at) where quarantine_reason is not null;
    create index submissions_to_queue on submissions (released_at) where released_at is not null and release_queued_at is null`,
  down: `
    drop index submissions_in_quarantine;
    drop index submissions_to_queue;
    alter table submissions drop column released_at, drop column released_by, drop column released_from,
      drop column release_queued_at`,
};
