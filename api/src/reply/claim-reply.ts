/** From one network, in an hour. */
export const repliesOfNetwork = 5;

/**
 * The right to reply to an address ($1): once a day, and to few from one network ($2), whatever process asks. A try of the
 * same delivery ($3) has it still.
 */
export const claimReply = `
    insert into reply_addresses (address, network, delivery_id)
    select $1::bytea, $2::bytea, $3::bigint
    where (
      select count(*) from reply_addresses
      where network = $2 and replied_at > now() - interval '1 hour' and delivery_id <> $3
    ) < ${repliesOfNetwork}
    on conflict (address) do update set network = excluded.network, delivery_id = excluded.delivery_id, replied_at = now()
      where reply_addresses.replied_at < now() - interval '1 day' or reply_addresses.delivery_id = excluded.delivery_id
    returning delivery_id`;

/** What is known of the way out to visitors, from the first reply on: sites without replies do not see it. */
export const openReplies = `insert into delivery_channels (name) values ('reply') on conflict do nothing`;
