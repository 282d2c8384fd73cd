import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
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
import type { DeliveryError } from './delivery-error.ts';
import {
  type DueDelivery,
  markDead,
  markDelivered,
  putBack,
  renew,
  takeDue,
  takeProbe,
} from './delivery-statements.ts';
import { waitAfter } from './retry-schedule.ts';

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
