import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { DeliveryError, DueDelivery } from './channel.ts';

/** After refusals of this many different deliveries in a row the channel itself counts as unavailable. */
const refusalsOfAChannel = 3;
/** The retry delay, in seconds, after a failure that others did not have at that time. */
const shortDelay = 10;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The retry delays, in seconds, after the first refusal, the second, and so on: five days in all, as mail servers use
 * (RFC 5321, section 4.5.4.1). Failures of an unavailable channel do not count as refusals.
 */
const retryDelays = [10, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, day, day, day, day];

/** The state of a delivery after a failure: it waits for its channel, or for its own retry in `seconds`, or is dead. */
export type Outcome = { state: 'held'; failures: number } | { state: 'later'; seconds: number } | { state: 'dead' };

interface ChannelState {
  isUnavailable: boolean;
  succeededAt: Date | null;
}

const isWaiting = 'delivered_at is null and dead_at is null';

/** Clock corrections below this are tolerated. */
const tolerance = "interval '5 seconds'";
const lease = "interval '2 minutes'";
/** A lease that ends later was taken by a clock that was ahead. */
const longestLease = "interval '3 minutes'";

/** Claims deliveries until `next_attempt_at`. The process renews this lease; the deliveries of a killed process become due again. */
const claim = `
    update deliveries set attempts = attempts + 1, taken_by = $2, next_attempt_at = now() + ${lease}
    from submissions where submissions.id = deliveries.submission_id and deliveries.id in`;

const claimed = `
    returning deliveries.id as delivery_id, channel, event, attempts, refusals, failed_at, now() as taken_at, submissions.id,
      kind, reference, payload, submissions.created_at, returned_at, return_reason, purged_at, industry, page_path, partner, consent_version, ip,
      traceparent`;

/** The duration of an attempt by the database's clock, which a correction may set back. */
const msSince = (start: string) =>
  `greatest(0, least(2000000000, extract(epoch from clock_timestamp() - ${start}::timestamptz) * 1000))::integer`;

/**
 * The deliveries and the state of one channel. All processes share them in the database, and all times are from its clock.
 * A channel is available, or unavailable since `away_since`: then one delivery at a time probes it, with exponential backoff.
 */
export class Outbox {
  private readonly holder = randomUUID();

  constructor(
    private readonly database: Database,
    readonly channel: string,
  ) {}

  async readState(): Promise<ChannelState> {
    const [state] = await this.database.run<ChannelState>(
      `select away_since is not null as "isUnavailable", succeeded_at as "succeededAt"
       from delivery_channels where name = $1`,
      [this.channel],
    );
    return state ?? { isUnavailable: false, succeededAt: null };
  }

  /** Claims due deliveries. Any number of processes may claim concurrently. */
  claimDue(limit: number): Promise<DueDelivery[]> {
    return this.database.run<DueDelivery>(
      `${claim} (
         select id from deliveries where channel = $1 and ${isWaiting} and next_attempt_at <= now()
         order by next_attempt_at limit $3 for update skip locked
       )${claimed}`,
      [this.channel, this.holder, limit],
    );
  }

  /**
   * Claims one delivery for an unavailable channel when its next probe is due. The delivery with the fewest attempts goes
   * first, because one that fails every time must not keep the channel unavailable for the others. If the channel refuses
   * everything, deliveries that wait for their own retry are probes, too.
   */
  claimProbe(): Promise<DueDelivery[]> {
    return this.database.run<DueDelivery>(
      `with due as (
         select refused_in_a_row >= $3 as refuses_all from delivery_channels
         where name = $1 and away_since is not null and probe_at <= now() for update skip locked
       ), probe as (
         select id from deliveries
         where channel = $1 and ${isWaiting} and exists (select from due)
           and (next_attempt_at <= now() or taken_by is null and (select refuses_all from due))
         order by attempts, next_attempt_at limit 1 for update skip locked
       ), postponed as (
         update delivery_channels set probe_at = now() + interval '1 minute'
         where name = $1 and exists (select from probe)
       )
       ${claim} (select id from probe)${claimed}`,
      [this.channel, this.holder, refusalsOfAChannel],
    );
  }

  async renewLeases(ids: string[]): Promise<void> {
    await this.database.run(
      `update deliveries set next_attempt_at = now() + ${lease} where id = any($1::bigint[]) and taken_by = $2`,
      [ids, this.holder],
    );
  }

  /**
   * Makes everything due that a clock postponed while it was ahead: otherwise a lead that was stored while the clock was 3
   * hours ahead would wait for 3 hours.
   *
   * @returns whether the clock was set back
   */
  async repairTimes(): Promise<boolean> {
    const [row] = await this.database.run<{ wasAhead: boolean }>(
      `with repaired_channel as (
         update delivery_channels set probe_at = now(),
           succeeded_at = case when succeeded_at > now() then now() else succeeded_at end,
           away_since = case when away_since > now() then now() else away_since end
         where name = $1 and greatest(succeeded_at, away_since) > now() + ${tolerance}
         returning name
       ), repaired as (
         update deliveries set failed_at = case when failed_at > now() then now() else failed_at end,
           next_attempt_at = now() + case when taken_by is null then interval '0' else ${lease} end
         where channel = $1 and ${isWaiting} and next_attempt_at > now() and (
           taken_by is null and coalesce(failed_at, created_at) > now() + ${tolerance}
           or taken_by is not null and next_attempt_at > now() + ${longestLease}
         )
         returning id
       )
       select exists (select from repaired_channel) or exists (select from repaired) as "wasAhead"`,
      [this.channel],
    );
    return row?.wasAhead ?? false;
  }

  /** Makes the next probe due: the process may have restarted with another address. */
  async probeNow(): Promise<void> {
    await this.database.run('update delivery_channels set probe_at = now() where name = $1', [this.channel]);
  }

  /** Records a success. The first one after an outage makes everything due that waits for its own retry. */
  async recordSuccess({ delivery_id: id, taken_at: takenAt }: DueDelivery): Promise<void> {
    await this.database.run(
      `with delivered as (
         update deliveries set delivered_at = now(), dead_at = null, taken_by = null, last_error = null where id = $1
         returning id
       ), logged as (
         insert into delivery_tries (delivery_id, ms, outcome) select id, ${msSince('$3')}, 'delivered' from delivered
       ), state as (
         select away_since is not null as was_unavailable from delivery_channels where name = $2
       ), available as (
         update delivery_channels set succeeded_at = now(), away_since = null, failures = 0, refused_in_a_row = 0,
           refused_last = null, last_error = null
         where name = $2 and (away_since is not null or failures > 0 or refused_in_a_row > 0
           or succeeded_at is null or succeeded_at < now() - interval '200 milliseconds')
       )
       update deliveries set next_attempt_at = now() where id in (
         select id from deliveries
         where channel = $2 and ${isWaiting} and taken_by is null and next_attempt_at > now()
           and (select was_unavailable from state)
         for update skip locked
       )`,
      [id, this.channel, takenAt],
    );
  }

  /** Counts a failure against the delivery or against its channel. */
  async recordFailure(delivery: DueDelivery, error: DeliveryError): Promise<Outcome> {
    const { fault, retryAfter, message } = error;
    const isOfDelivery =
      fault === 'unclear'
        ? await this.haveOthersSucceeded(delivery)
        : fault !== 'unavailable' && !(await this.isEverythingRefused(delivery));
    if (isOfDelivery) {
      const delay = fault === 'impossible' ? undefined : retryDelays[delivery.refusals];
      const seconds = delay === undefined ? null : Math.max(delay, retryAfter);
      await this.requeue(delivery, message, { seconds, refusals: 1 });
      return seconds === null ? { state: 'dead' } : { state: 'later', seconds };
    }
    const failures = await this.recordOutage(delivery, message, retryAfter);
    const seconds = failures === undefined ? Math.max(shortDelay, retryAfter) : 0;
    await this.requeue(delivery, message, { seconds });
    return failures === undefined ? { state: 'later', seconds } : { state: 'held', failures };
  }

  /**
   * Marks the channel as unavailable, unless another attempt has succeeded since this one began. The next probe is due after
   * 1 s, 2 s, 4 s and so on up to 30 s, or after `retryAfter` seconds. Attempts that began before the outage was recorded do
   * not extend that time.
   *
   * @returns the failures in a row; undefined if the channel is available
   */
  async recordOutage({ taken_at: since }: DueDelivery, reason: string, retryAfter = 0): Promise<number | undefined> {
    const isLater = '(away_since is null or $4 > away_since)';
    const [row] = await this.database.run<{ failures: number }>(
      `update delivery_channels set away_since = coalesce(away_since, now()), failures = failures + ${isLater}::int,
         last_error = $2, probe_at = case when ${isLater}
           then now() + make_interval(secs => greatest($3::float8, least(30, power(2, least(failures, 5)))))
           else probe_at end
       where name = $1 and (succeeded_at is null or succeeded_at <= $4)
       returning failures`,
      [this.channel, reason, retryAfter, since],
    );
    return row?.failures;
  }

  /** Schedules the next attempt; without `seconds` the delivery is dead. Does nothing if another process has claimed it. */
  async requeue(
    delivery: DueDelivery,
    reason: string,
    { seconds, refusals = 0 }: { seconds: number | null; refusals?: number },
  ): Promise<void> {
    await this.database.run(
      `with requeued as (
         update deliveries set taken_by = null, failed_at = now(), refusals = refusals + $4::int, last_error = $5,
           next_attempt_at = now() + make_interval(secs => coalesce($3::float8, 0)),
           dead_at = case when $3::float8 is null then now() end
         where id = $1 and taken_by = $2 and ${isWaiting}
         returning id, dead_at
       )
       insert into delivery_tries (delivery_id, ms, outcome, said)
       select id, ${msSince('$6')}, case when dead_at is null then 'failed' else 'given up' end, $5 from requeued`,
      [delivery.delivery_id, this.holder, seconds, refusals, reason, delivery.taken_at],
    );
  }

  /** Whether others have succeeded since this delivery last failed or, at its first failure, since this attempt began. */
  private async haveOthersSucceeded({ failed_at: failedAt, taken_at: takenAt }: DueDelivery): Promise<boolean> {
    const { isUnavailable, succeededAt } = await this.readState();
    return !isUnavailable && succeededAt !== null && succeededAt > (failedAt ?? takenAt);
  }

  /**
   * Counts how many different deliveries in a row were refused. A single refusal shows that the channel works and resets its
   * backoff; a channel that refuses everything keeps it.
   */
  private async isEverythingRefused({ delivery_id: id }: DueDelivery): Promise<boolean> {
    const inARow = 'refused_in_a_row + (refused_last is distinct from $2::bigint)::int';
    const [row] = await this.database.run<{ isAll: boolean }>(
      `update delivery_channels set refused_last = $2, refused_in_a_row = ${inARow},
         failures = case when ${inARow} >= $3 then failures else 0 end
       where name = $1 returning refused_in_a_row >= $3 as "isAll"`,
      [this.channel, id, refusalsOfAChannel],
    );
    return row?.isAll ?? false;
  }
}
