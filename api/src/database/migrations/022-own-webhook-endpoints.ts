import type { Migration } from './migration.ts';

/** Whose an endpoint is: that of the partner who is named and gets what that partner sends, or of the office (null). */
export const ownWebhookEndpoints: Migration = {
  name: '022-own-webhook-endpoints',
  ahead: [
    `alter table webhook_endpoints
      add column if not exists partner text,
      drop constraint if exists webhook_endpoints_partner_fkey;
    alter table webhook_endpoints
      add constraint webhook_endpoints_partner_fkey foreign key (partner) references partners (name) not valid`,
  ],
  up: 'alter table webhook_endpoints validate constraint webhook_endpoints_partner_fkey',
  down: `
    delete from deliveries where channel in (select 'webhook:' || name from webhook_endpoints where partner is not null);
    delete from delivery_channels where name in (select 'webhook:' || name from webhook_endpoints where partner is not null);
    delete from webhook_endpoints where partner is not null;
    alter table webhook_endpoints drop column partner`,
};
