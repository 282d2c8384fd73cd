import type { Migration } from './migration.ts';

/**
 * A key belongs to whoever sent it (idempotency_scope: a partner, else a network, and the kind of form). Without a
 * partner the same form with the same key is the same one from any network, too: a phone changes it between two tries.
 *
 * To undo it, a key that two senders have used stays with the older form, and the younger forms are kept without: no form
 * may go. Whoever sends one of those again gets 422, as before, and nothing is doubled.
 */
export const scopeIdempotencyKeys: Migration = {
  name: '012-scope-idempotency-keys',
  ahead: [
    'alter table submissions add column if not exists idempotency_scope text',
    // Before the constraint goes: at no moment may a key be kept twice.
    {
      index: 'submissions_by_key_and_scope',
      is: 'unique on submissions (idempotency_key, idempotency_scope) where idempotency_key is not null',
    },
    {
      index: 'submissions_by_key_and_form',
      is: `unique on submissions (idempotency_key, kind, request_hash)
        where idempotency_key is not null and partner is null and not is_test`,
    },
  ],
  up: 'alter table submissions drop constraint submissions_idempotency_key_key',
  down: `
    drop index submissions_by_key_and_form;
    drop index submissions_by_key_and_scope;
    update submissions set idempotency_key = null where idempotency_key is not null and exists (
      select from submissions older
      where older.idempotency_key = submissions.idempotency_key
        and (older.created_at, older.id) < (submissions.created_at, submissions.id)
    );
    alter table submissions add constraint submissions_idempotency_key_key unique (idempotency_key);
    alter table submissions drop column idempotency_scope`,
};
