import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { DueDelivery } from './channel.ts';

/** After the first refusals of this many deliveries in a row the channel itself counts as unavailable. */
const refusalsOfAChannel = 3;

const isWaiting = 'delivered_at is null and dead_at is null';

/** A time after this one was written by a clock that was ahead. Transactions that began later, and small corrections, are not. */
const latest = "now() + interval '5 seconds'";

/** A clock that was ahead has postponed a delivery that failed in the future, or was created there. */
const isDue = `${isWaiting} and (next_attempt_at <= now()
  or taken_by is null and coalesce(failed_at, created_at) > ${latest})`;

/** The process renews its leases; the deliveries of a killed process become due again. */
const lease = "interval '2 minutes'";

/**
 * The deliveries and the states of their channels. All processes share them in the database, and all times are from its
 * clock. A channel is available, or unavailable since `away_since`: then single deliveries probe it, with exponential backoff.
 */
export class Outbox {
  private readonly holder = randomUUID();

  constructor(private readonly database: Database) {}

  /**
   * Claims due deliveries of an available channel. For an unavailable one it claims one delivery if a probe is due, and the
   * next is due 2 s later, 4 s and so on up to 30 s, or as late as `Retry-After` asks, an hour at most: only a clock that was
   * ahead has postponed it longer. The delivery with the fewest attempts is the probe, because one that fails every time must
   * not keep the channel unavailable for the others.
   */
  claim(channel: string, limit: number): Promise<DueDelivery[]> {
    return this.database.run<DueDelivery>(
      `with probed as (
         update delivery_channels set failures = failures + 1,
           probe_at = now() + make_interval(secs => least(30, power(2, 1 + least(failures, 5))))
         where name = $1 and away_since is not null and (probe_at <= now() or probe_at > now() + interval '61 minutes')
         returning name
       ), probe as (
         select id from deliveries where channel = $1 and ${isDue} and exists (select from probed)
         order by attempts, next_attempt_at limit 1 for update skip locked
       ), due as (
         select id from deliveries where channel = $1 and ${isDue}
           and not exists (select from delivery_channels where name = $1 and away_since is not null)
         order by next_attempt_at limit $3 for update skip locked
       )
       update deliveries set attempts = attempts + 1, taken_by = $2, next_attempt_at = now() + ${lease}
       from submissions where submissions.id = deliveries.submission_id
         and deliveries.id in (select id from probe union all select id from due)
       returning deliveries.id as delivery_id, channel, event, attempts, refusals,
         coalesce(failed_at, now()) as since, submissions.id, kind, reference, payload, submissions.created_at, returned_at,
         return_reason, purged_at, is_test, industry, page_path, partner, consent_version, ip, traceparent`,
      [channel, this.holder, limit],
    );
  }

  /** Renews the leases of these deliveries, and shortens all that a clock made while it was ahead. */
  async renewLeases(ids: string[]): Promise<void> {
    await this.database.run(
      `update deliveries set next_attempt_at = now() + ${lease} where id = any($1::bigint[]) and taken_by = $2
         or ${isWaiting} and taken_by is not null and next_attempt_at > now() + 1.5 * ${lease}`,
      [ids, this.holder],
    );
  }

  /**
   * Records a success. The first one after an outage makes everything due that waits for its own retry.
   *
   * @returns whether the channel was unavailable
   */
  async recordSuccess({ delivery_id: id, channel }: DueDelivery, ms: number): Promise<boolean> {
    const outage = await this.database.run(
      `with outage as (
         select name from delivery_channels where name = $2 and away_since is not null
       ), delivered as (
         update deliveries set delivered_at = now(), dead_at = null, taken_by = null, last_error = null where id = $1
         returning id
       ), logged as (
         insert into delivery_tries (delivery_id, ms, outcome) select id, $3, 'delivered' from delivered
       ), available as (
         update delivery_channels set succeeded_at = now(), away_since = null, failures = 0, refused_in_a_row = 0,
           last_error = null
         where name = $2 and (away_since is not null or refused_in_a_row > 0
           or (succeeded_at between now() - interval '200 milliseconds' and ${latest}) is not true)
       ), released as (
         update deliveries set next_attempt_at = now()
         where channel = $2 and ${isWaiting} and taken_by is null and next_attempt_at > now()
           and exists (select from outage)
       )
       select name from outage`,
      [id, channel, ms],
    );
    return outage.length > 0;
  }

  /**
   * Marks the channel as unavailable for at least a second, unless it is available and others have succeeded since the
   * delivery last failed or, at its first failure, since this attempt began.
   *
   * @returns whether the outage begins with it; undefined if the channel is available
   */
  async recordOutage({ channel, since }: DueDelivery, reason: string, retryAfter = 0) {
    const [outage] = await this.database.run<{ isFirst: boolean }>(
      `update delivery_channels set away_since = least(away_since, now()), last_error = $2,
         probe_at = greatest(probe_at, now() + make_interval(secs => greatest(1, $3::float8)))
       where name = $1 and (away_since is not null or (succeeded_at between $4 and ${latest}) is not true)
       returning away_since = now() as "isFirst"`,
      [channel, reason, retryAfter, since],
    );
    return outage;
  }

  /** Counts the first refusal of a delivery. @returns whether the channel refuses all: several deliveries in a row */
  async countRefusal({ channel, refusals }: DueDelivery): Promise<boolean> {
    const [state] = await this.database.run<{ refusesAll: boolean }>(
      `update delivery_channels set refused_in_a_row = refused_in_a_row + $2::int where name = $1
       returning refused_in_a_row >= ${refusalsOfAChannel} as "refusesAll"`,
      [channel, Number(refusals === 0)],
    );
    return state?.refusesAll ?? false;
  }

  /** Schedules the next attempt; without `seconds` the delivery is dead. Does nothing if another process has claimed it. */
  async requeue({ delivery_id: id }: DueDelivery, ms: number, message: string, seconds: number | null, refusals = 0) {
    await this.database.run(
      `with requeued as (
         update deliveries set taken_by = null, failed_at = now(), refusals = refusals + $4::int, last_error = $5,
           next_attempt_at = now() + make_interval(secs => coalesce($3::float8, 0)),
           dead_at = case when $3::float8 is null then now() end
         where id = $1 and taken_by = $2 and ${isWaiting}
         returning id, dead_at
       )
       insert into delivery_tries (delivery_id, ms, outcome, said)
       select id, $6, case when dead_at is null then 'failed' else 'given up' end, $5 from requeued`,
      [id, this.holder, seconds, refusals, message, ms],
    );
  }
}
