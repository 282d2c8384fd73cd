import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { DeliveryError, DueDelivery } from './channel.ts';
import {
  type Circuit,
  endRelease,
  noteAway,
  noteRefusal,
  probeNow,
  readCircuit,
  releaseSome,
  setBackToNow,
} from './circuit-statements.ts';

/** As many different ones in a row, and it is the channel that refuses everything. */
const refusalsOfAChannel = 3;
/** Seconds until the next try of one that met a closed door while others got through. */
const asideSeconds = 10;

/** What became of a delivery that failed: it waits for its channel, for its own next time (seconds), or for nothing. */
export type Verdict = { state: 'held'; failures: number } | { state: 'later'; seconds: number } | { state: 'dead' };

type Row<T> = T & Record<string, unknown>;

/** The deliveries of one channel, and what is known about it: the same for all processes, by the database's clock. */
export class Outbox {
  private readonly database: Database;
  private readonly channel: string;
  private readonly holder = randomUUID();

  constructor(database: Database, channel: string) {
    this.database = database;
    this.channel = channel;
  }

  async circuit(): Promise<Circuit> {
    const [circuit] = await this.database.run<Row<Circuit>>(readCircuit, [this.channel]);
    return circuit ?? { away: false, succeeded_at: null, releasing: false, is_ahead: false };
  }

  takeDue(most: number): Promise<DueDelivery[]> {
    return this.database.run<Row<DueDelivery>>(takeDue, [this.channel, this.holder, most]);
  }

  /** One at most, when it is time to look whether the channel is back. */
  takeProbe(): Promise<DueDelivery[]> {
    return this.database.run<Row<DueDelivery>>(takeProbe, [this.channel, this.holder, refusalsOfAChannel]);
  }

  async renew(ids: string[]): Promise<void> {
    await this.database.run(renew, [ids, this.holder]);
  }

  async releaseSome(): Promise<void> {
    const released = await this.database.run(releaseSome, [this.channel]);
    if (released.length === 0) await this.database.run(endRelease, [this.channel]);
  }

  async setBackToNow(): Promise<void> {
    await this.database.run(setBackToNow, [this.channel]);
  }

  async probeNow(): Promise<void> {
    await this.database.run(probeNow, [[this.channel]]);
  }

  async noteDelivered({ delivery_id: id, taken_at: takenAt }: DueDelivery): Promise<void> {
    await this.database.run(markDelivered, [id, this.channel, takenAt]);
  }

  /** A try that has no answer for long, and may get one yet. */
  async noteHanging({ taken_at: takenAt }: DueDelivery, reason: string): Promise<void> {
    await this.noteAway(reason, 0, takenAt);
  }

  /** Given up by us: as if it had not been tried. */
  async noteStopped(delivery: DueDelivery, error: DeliveryError): Promise<void> {
    await this.putBack(delivery, error, 0);
  }

  async noteFailure(delivery: DueDelivery, error: DeliveryError): Promise<Verdict> {
    switch (error.fault) {
      case 'away':
        return this.holdBack(delivery, error);
      case 'unclear':
        return (await this.isItsOwnFault(delivery)) ? this.count(delivery, error) : this.holdBack(delivery, error);
      case 'refused':
      case 'impossible':
        return (await this.isEverythingRefused(delivery))
          ? this.holdBack(delivery, error)
          : this.count(delivery, error);
    }
  }

  /** Others got through since it failed before, or since this try of it began. */
  private async isItsOwnFault({ failed_at: failedAt, taken_at: takenAt }: DueDelivery): Promise<boolean> {
    const { away, succeeded_at: succeededAt } = await this.circuit();
    return !away && succeededAt !== null && succeededAt > (failedAt ?? takenAt);
  }

  private async isEverythingRefused({ delivery_id: id }: DueDelivery): Promise<boolean> {
    const [row] = await this.database.run<{ refused_in_a_row: number }>(noteRefusal, [
      this.channel,
      id,
      refusalsOfAChannel,
    ]);
    return row !== undefined && row.refused_in_a_row >= refusalsOfAChannel;
  }

  /** Does not count. Without a success since, the channel is away, and all wait for it together. */
  private async holdBack(delivery: DueDelivery, error: DeliveryError): Promise<Verdict> {
    const failures = await this.noteAway(error.message, error.retryAfter, delivery.taken_at);
    if (failures !== undefined) {
      await this.putBack(delivery, error, 0);
      return { state: 'held', failures };
    }
    const seconds = Math.max(asideSeconds, error.retryAfter);
    await this.putBack(delivery, error, seconds);
    return { state: 'later', seconds };
  }

  private async count(delivery: DueDelivery, error: DeliveryError): Promise<Verdict> {
    const wait = error.fault === 'impossible' ? undefined : waitAfter(delivery.refusals + 1);
    if (wait === undefined) {
      await this.database.run(markDead, [delivery.delivery_id, this.holder, error.message, delivery.taken_at]);
      return { state: 'dead' };
    }
    const seconds = Math.max(wait, error.retryAfter);
    await this.putBack(delivery, error, seconds, 1);
    return { state: 'later', seconds };
  }

  private async noteAway(reason: string, retryAfter: number, since: Date): Promise<number | undefined> {
    const values = [this.channel, reason, retryAfter, since];
    const [row] = await this.database.run<{ failures: number }>(noteAway, values);
    return row?.failures;
  }

  private async putBack(
    { delivery_id: id, taken_at: takenAt }: DueDelivery,
    error: DeliveryError,
    seconds: number,
    counts = 0,
  ) {
    await this.database.run(putBack, [id, this.holder, seconds, counts, error.message, takenAt]);
  }
}

const isWaiting = 'delivered_at is null and dead_at is null';

/** Whoever takes a delivery has it until `next_attempt_at`, and renews that: what a killed process had comes up again. */
const take = `
    update deliveries set attempts = attempts + 1, taken_by = $2, next_attempt_at = now() + interval '2 minutes'
    from submissions`;

const taken = `
    returning deliveries.id as delivery_id, channel, event, attempts, refusals, failed_at, now() as taken_at, submissions.id,
      kind, reference, payload, submissions.created_at, returned_at, return_reason, purged_at, industry, page_path, partner, consent_version, ip,
      traceparent`;

/** How long a try took, by the database's clock, which a correction may set back. */
const msSince = (taken: string) =>
  `greatest(0, least(2000000000, extract(epoch from clock_timestamp() - ${taken}::timestamptz) * 1000))::integer`;

/** Any number of processes may take at once. */
export const takeDue = `${take}
    where submissions.id = deliveries.submission_id and deliveries.id in (
      select id from deliveries where channel = $1 and ${isWaiting} and next_attempt_at <= now()
      order by next_attempt_at limit $3 for update skip locked
    )${taken}`;

/**
 * Takes one delivery over a channel that is away, when it is time to look again: a new one within the second, so that
 * one that spoils every try does not hold up the others; else the one that waits longest. Where everything was refused
 * ($3 in a row), those that wait for their own next time are asked for, too.
 */
const takeProbe = `
    with turn as (
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
    where submissions.id = deliveries.submission_id and deliveries.id in (select id from chosen)${taken}`;

/** Those that are still ours. */
const renew = `
    update deliveries set next_attempt_at = now() + interval '2 minutes' where id = any($1::bigint[]) and taken_by = $2`;

/**
 * The first success ends the absence of a channel, for all processes: what has come due meanwhile goes out, and so does
 * what waits for its own next time (`releasing`).
 */
const markDelivered = `
    with done as (
      update deliveries set delivered_at = now(), dead_at = null, taken_by = null, last_error = null where id = $1
      returning id
    ), tried as (
      insert into delivery_tries (delivery_id, ms, outcome) select id, ${msSince('$3')}, 'delivered' from done
    )
    update delivery_channels set succeeded_at = now(), away_since = null, failures = 0, refused_in_a_row = 0,
      refused_last = null, last_error = null, releasing = releasing or away_since is not null
    where name = $2 and (away_since is not null or failures > 0 or refused_in_a_row > 0
      or succeeded_at is null or succeeded_at < now() - interval '200 milliseconds')`;

/** Back into the queue, unless somebody else has it by now; $4 is 1 when the try counts. */
const putBack = `
    with back as (
      update deliveries set taken_by = null, failed_at = now(), next_attempt_at = now() + make_interval(secs => $3),
        refusals = refusals + $4::int, last_error = $5
      where id = $1 and taken_by = $2 and ${isWaiting}
      returning id
    )
    insert into delivery_tries (delivery_id, ms, outcome, said) select id, ${msSince('$6')}, 'failed', $5 from back`;

const markDead = `
    with dead as (
      update deliveries set dead_at = now(), failed_at = now(), taken_by = null, refusals = refusals + 1, last_error = $3
      where id = $1 and taken_by = $2 and ${isWaiting}
      returning id
    )
    insert into delivery_tries (delivery_id, ms, outcome, said) select id, ${msSince('$4')}, 'given up', $3 from dead`;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Seconds to wait after the first refusal, the second, and so on: five days altogether, as mail servers do (RFC 5321,
 * section 4.5.4.1). What fails because its channel is away is not counted.
 */
const waits = [10, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, day, day, day, day];

/** Seconds until the next try, or nothing when this was the last one. */
function waitAfter(refusals: number): number | undefined {
  return waits[refusals - 1];
}
