import type { Migration } from './migration.ts';

/** Who looked at what and did what, when. It names forms by their references and holds nothing of what is in them. */
export const createOfficeAudit: Migration = {
  name: '018-create-office-audit',
  up: `
    create table office_audit (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      by text not null,
      role text not null,
      act text not null,
      reference text,
      details jsonb not null default '{}'
    );
    create index office_audit_by_reference on office_audit (reference, id) where reference is not null`,
  down: 'drop table office_audit',
};
