import type { Migration } from './migration.ts';

/** Whom an automatic reply went to lately, as hashes, so that nobody gets many of them. Goes with its delivery. */
export const createReplyAddresses: Migration = {
  name: '020-create-reply-addresses',
  up: `
    create table reply_addresses (
      address bytea primary key,
      network bytea not null,
      delivery_id bigint not null references deliveries (id) on delete cascade,
      replied_at timestamptz not null default now()
    );
    create index reply_addresses_by_network on reply_addresses (network, replied_at);
    create index reply_addresses_of_delivery on reply_addresses (delivery_id)`,
  down: `
    drop table reply_addresses;
    delete from deliveries where channel = 'reply';
    delete from delivery_channels where name = 'reply'`,
};
