import type { Migration } from './migration.ts';

/** What is known of the operator's alerts: what was raised, who was told of it, and what is over. */
export const createOperatorAlarms: Migration = {
  name: '009-create-operator-alarms',
  up: `
    create table operator_alerts (
      name text primary key,
      text text not null
    )`,
  down: 'drop table operator_alerts',
};
