import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { DeliveryError, DueDelivery } from './channel.ts';

/** As many different ones in a row, and it is the channel that refuses everything. */
const refusalsOfAChannel = 3;
/** Seconds until the next try of one that met a closed door while others got through. */
const asideSeconds = 10;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Seconds to wait after the first refusal, the second, and so on: five days altogether, as mail servers do (RFC 5321,
 * section 4.5.4.1). What fails because its channel is away is not counted.
 */
const waits = [10, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, day, day, day, day];

/** What became of a delivery that failed: it waits for its channel, for its own next time (seconds), or for nothing. */
export type Verdict = { state: 'held'; failures: number } | { state: 'later'; seconds: number } | { state: 'dead' };

/** What all processes know about a channel. */
interface Circuit {
  away: boolean;
  succeeded_at: Date | null;
  releasing: boolean;
  /** Something of it happened at a time that is still to come: the clock was ahead, and is no more. */
  is_ahead: boolean;
}

const isWaiting = 'delivered_at is null and dead_at is null';

/** What a correction of the clock by less than that puts off need not be told from what waits. */
const slack = "interval '5 seconds'";
/** A claim is renewed long before it is over; one that ends later than `longestClaim` was made by another clock. */
const claim = "interval '2 minutes'";
const longestClaim = "interval '3 minutes'";

/** Whoever takes a delivery has it until `next_attempt_at`, and renews that: what a killed process had comes up again. */
const take = `
    update deliveries set attempts = attempts + 1, taken_by = $2, next_attempt_at = now() + ${claim}
    from submissions`;

const taken = `
    returning deliveries.id as delivery_id, channel, event, attempts, refusals, failed_at, now() as taken_at, submissions.id,
      kind, reference, payload, submissions.created_at, returned_at, return_reason, purged_at, industry, page_path, partner, consent_version, ip,
      traceparent`;

/** How long a try took, by the database's clock, which a correction may set back. */
const msSince = (start: string) =>
  `greatest(0, least(2000000000, extract(epoch from clock_timestamp() - ${start}::timestamptz) * 1000))::integer`;

/** The deliveries of one channel, and what is known about it: the same for all processes, by the database's clock. */
export class Outbox {
  private readonly holder = randomUUID();

  constructor(
    private readonly database: Database,
    readonly channel: string,
  ) {}

  async circuit(): Promise<Circuit> {
    const [circuit] = await this.database.run<Circuit>(
      `select away_since is not null as away, succeeded_at, releasing,
         coalesce(greatest(succeeded_at, away_since) > now() + ${slack}, false) or exists (
           select from deliveries
           where channel = $1 and ${isWaiting} and next_attempt_at > now()
             and (
               taken_by is null and coalesce(failed_at, created_at) > now() + ${slack}
               or taken_by is not null and next_attempt_at > now() + ${longestClaim}
             )
         ) as is_ahead
       from delivery_channels where name = $1`,
      [this.channel],
    );
    return circuit ?? { away: false, succeeded_at: null, releasing: false, is_ahead: false };
  }

  /** Any number of processes may take at once. */
  takeDue(most: number): Promise<DueDelivery[]> {
    return this.database.run<DueDelivery>(
      `${take}
       where submissions.id = deliveries.submission_id and deliveries.id in (
         select id from deliveries where channel = $1 and ${isWaiting} and next_attempt_at <= now()
         order by next_attempt_at limit $3 for update skip locked
       )${taken}`,
      [this.channel, this.holder, most],
    );
  }

  /**
   * Takes one delivery over a channel that is away, when it is time to look again: a new one within the second, so that
   * one that spoils every try does not hold up the others; else the one that waits longest. Where everything was refused,
   * those that wait for their own next time are asked for, too.
   */
  takeProbe(): Promise<DueDelivery[]> {
    return this.database.run<DueDelivery>(
      `with turn as (
         select probe_at <= now() as for_all, refused_in_a_row >= $3 as for_later from delivery_channels
         where name = $1 and away_since is not null and least(probe_at, fresh_probe_at) <= now() for update skip locked
       ), fresh as (
         select id from deliveries
         where channel = $1 and ${isWaiting} and attempts = 0 and exists (select from turn)
           and next_attempt_at between now() - interval '1 minute' and now()
         order by next_attempt_at desc limit 1 for update skip locked
       ), oldest as (
         select id from deliveries
         where channel = $1 and ${isWaiting} and not exists (select from fresh) and exists (select from turn where for_all)
           and (next_attempt_at <= now() or taken_by is null and exists (select from turn where for_later))
         order by next_attempt_at limit 1 for update skip locked
       ), chosen as (
         select id from fresh union all select id from oldest
       ), noted as (
         update delivery_channels set fresh_probe_at = now() + interval '1 second',
           probe_at = case when probe_at <= now() then now() + interval '1 minute' else probe_at end
         where name = $1 and exists (select from chosen)
       )${take}
       where submissions.id = deliveries.submission_id and deliveries.id in (select id from chosen)${taken}`,
      [this.channel, this.holder, refusalsOfAChannel],
    );
  }

  /** Those that are still ours. */
  async renew(ids: string[]): Promise<void> {
    await this.database.run(
      `update deliveries set next_attempt_at = now() + ${claim} where id = any($1::bigint[]) and taken_by = $2`,
      [ids, this.holder],
    );
  }

  /** A thousand at a time of those that wait for their own next time: what was refused while the channel was away. */
  async releaseSome(): Promise<void> {
    await this.database.run(
      `with released as (
         update deliveries set next_attempt_at = now() where id in (
           select id from deliveries
           where channel = $1 and ${isWaiting} and taken_by is null and next_attempt_at > now()
           limit 1000 for update skip locked
         )
         returning id
       )
       update delivery_channels set releasing = false where name = $1 and not exists (select from released)`,
      [this.channel],
    );
  }

  /**
   * What a clock that was ahead has put off is due now, whatever it waits for, as after the first success; claims end in 2
   * minutes. Else a lead that was kept while the clock was 3 hours ahead would wait for as long, and nobody would be told.
   */
  async setBackToNow(): Promise<void> {
    await this.database.run(
      `with known as (
         update delivery_channels set probe_at = now(), fresh_probe_at = now(),
           succeeded_at = case when succeeded_at > now() then now() else succeeded_at end,
           away_since = case when away_since > now() then now() else away_since end
         where name = $1
       )
       update deliveries set failed_at = case when failed_at > now() then now() else failed_at end,
         next_attempt_at = now() + case when taken_by is null then interval '0' else ${claim} end
       where channel = $1 and ${isWaiting}
         and next_attempt_at > now() + case when taken_by is null then interval '0' else ${longestClaim} end`,
      [this.channel],
    );
  }

  /** After a restart, which may have come with another address. */
  async probeNow(): Promise<void> {
    await this.database.run('update delivery_channels set probe_at = now(), fresh_probe_at = now() where name = $1', [
      this.channel,
    ]);
  }

  /**
   * The first success ends the absence of a channel, for all processes: what has come due meanwhile goes out, and so does
   * what waits for its own next time (`releasing`).
   */
  async noteDelivered({ delivery_id: id, taken_at: takenAt }: DueDelivery): Promise<void> {
    await this.database.run(
      `with done as (
         update deliveries set delivered_at = now(), dead_at = null, taken_by = null, last_error = null where id = $1
         returning id
       ), tried as (
         insert into delivery_tries (delivery_id, ms, outcome) select id, ${msSince('$3')}, 'delivered' from done
       )
       update delivery_channels set succeeded_at = now(), away_since = null, failures = 0, refused_in_a_row = 0,
         refused_last = null, last_error = null, releasing = releasing or away_since is not null
       where name = $2 and (away_since is not null or failures > 0 or refused_in_a_row > 0
         or succeeded_at is null or succeeded_at < now() - interval '200 milliseconds')`,
      [id, this.channel, takenAt],
    );
  }

  async noteFailure(delivery: DueDelivery, error: DeliveryError): Promise<Verdict> {
    const { fault } = error;
    const isItsOwn =
      fault === 'unclear'
        ? await this.haveOthersSucceeded(delivery)
        : fault !== 'away' && !(await this.isEverythingRefused(delivery));
    return isItsOwn ? this.count(delivery, error) : this.holdBack(delivery, error);
  }

  /**
   * A try that began at `since` found nobody. Unless another one has succeeded since, the channel is away: it is tried
   * again after 1 s, 2 s, 4 s and so on up to half a minute, or after the seconds that the other side asked for.
   */
  async noteAway({ taken_at: since }: DueDelivery, reason: string, retryAfter = 0): Promise<number | undefined> {
    const [row] = await this.database.run<{ failures: number }>(
      `update delivery_channels set away_since = coalesce(away_since, now()), failures = failures + 1, last_error = $2,
         probe_at = now() + make_interval(secs => greatest($3::float8, least(30, power(2, least(failures, 5))))),
         fresh_probe_at = now() + make_interval(secs => greatest($3::float8, 1))
       where name = $1 and (succeeded_at is null or succeeded_at <= $4)
       returning failures`,
      [this.channel, reason, retryAfter, since],
    );
    return row?.failures;
  }

  /** Back into the queue, or given up where there are no `seconds`, unless somebody else has it by now. */
  async putBack(delivery: DueDelivery, error: DeliveryError, seconds: number | null, counts = 0): Promise<void> {
    await this.database.run(
      `with back as (
         update deliveries set taken_by = null, failed_at = now(), refusals = refusals + $4::int, last_error = $5,
           next_attempt_at = now() + make_interval(secs => coalesce($3::float8, 0)),
           dead_at = case when $3::float8 is null then now() end
         where id = $1 and taken_by = $2 and ${isWaiting}
         returning id, dead_at
       )
       insert into delivery_tries (delivery_id, ms, outcome, said)
       select id, ${msSince('$6')}, case when dead_at is null then 'failed' else 'given up' end, $5 from back`,
      [delivery.delivery_id, this.holder, seconds, counts, error.message, delivery.taken_at],
    );
  }

  /** Since it failed before, or since this try of it began. */
  private async haveOthersSucceeded({ failed_at: failedAt, taken_at: takenAt }: DueDelivery): Promise<boolean> {
    const { away, succeeded_at: succeededAt } = await this.circuit();
    return !away && succeededAt !== null && succeededAt > (failedAt ?? takenAt);
  }

  /**
   * How many different deliveries in a row were refused, with this one. A refusal is an answer, after which a channel that
   * was away is asked at once again, unless it refuses everything: then it is asked more and more seldom.
   */
  private async isEverythingRefused({ delivery_id: id }: DueDelivery): Promise<boolean> {
    const inARow = 'refused_in_a_row + (refused_last is distinct from $2::bigint)::int';
    const [row] = await this.database.run<{ is_all: boolean }>(
      `update delivery_channels set refused_last = $2, refused_in_a_row = ${inARow},
         failures = case when ${inARow} >= $3 then failures else 0 end
       where name = $1 returning refused_in_a_row >= $3 as is_all`,
      [this.channel, id, refusalsOfAChannel],
    );
    return row?.is_all ?? false;
  }

  /** Does not count. Without a success since, the channel is away, and all wait for it together. */
  private async holdBack(delivery: DueDelivery, error: DeliveryError): Promise<Verdict> {
    const failures = await this.noteAway(delivery, error.message, error.retryAfter);
    const seconds = failures === undefined ? Math.max(asideSeconds, error.retryAfter) : 0;
    await this.putBack(delivery, error, seconds);
    return failures === undefined ? { state: 'later', seconds } : { state: 'held', failures };
  }

  private async count(delivery: DueDelivery, error: DeliveryError): Promise<Verdict> {
    const wait = error.fault === 'impossible' ? undefined : waits[delivery.refusals];
    const seconds = wait === undefined ? null : Math.max(wait, error.retryAfter);
    await this.putBack(delivery, error, seconds, 1);
    return seconds === null ? { state: 'dead' } : { state: 'later', seconds };
  }
}
