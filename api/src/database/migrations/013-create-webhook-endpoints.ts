import type { Migration } from './migration.ts';

/** Webhooks beside CRM_WEBHOOK_URL. A secret signs, so it is kept as it is; the one before signs too until its end. */
export const createWebhookEndpoints: Migration = {
  name: '013-create-webhook-endpoints',
  up: `
    create table webhook_endpoints (
      name text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      url text not null,
      kinds text[],
      secret text not null,
      previous_secret text,
      previous_until timestamptz,
      created_at timestamptz not null default now(),
      created_by text not null
    )`,
  down: `
    delete from deliveries where channel like 'webhook:%';
    delete from delivery_channels where name like 'webhook:%';
    drop table webhook_endpoints`,
};
