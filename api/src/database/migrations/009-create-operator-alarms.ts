import type { Migration } from './migration.ts';

/** The alarms of now: a row from the moment something is wrong until the operator knows that it is over. */
export const createOperatorAlarms: Migration = {
  name: '009-create-operator-alarms',
  up: `
    create table operator_alarms (
      name text primary key,
      raised_at timestamptz not null default now(),
      told_at timestamptz,
      told_count integer not null default 0,
      telling_until timestamptz not null default now()
    )`,
  down: 'drop table operator_alarms',
};
