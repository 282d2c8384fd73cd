import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { markFailed, traced } from 'kit/server/tracing';
import { RepeatedJob } from '../repeated-job.ts';
import { type DeliveryError, type DueDelivery, deliveryErrorOf } from './channel.ts';
import { Outbox } from './outbox.ts';
import { buildEndpointsChannel, endpointChannels } from './webhook.channel.ts';

/** Deliveries in progress may finish in this time when the process stops; the process is killed after 10 s. */
const finishMs = 6000;
/** With this many hanging attempts a channel tries no others. */
const maxHanging = 20;
/** One claim replaces the attempts that end within this time. */
const collectMs = 20;
const hour = 3600;
/**
 * The retry delays, in seconds, after the first refusal, the second, and so on: five days in all, as mail servers use
 * (RFC 5321, section 4.5.4.1). Failures of an unavailable channel do not count as refusals.
 */
const retryDelays = [10, 60, 300, 1800, 2 * hour, 6 * hour, 12 * hour, 24 * hour, 24 * hour, 24 * hour, 24 * hour];

interface Attempt {
  delivery: DueDelivery;
  begunAt: number;
  cancel: AbortController;
  isHanging: boolean;
}

/** Delivers due deliveries at least once, each channel independently of the others. Runs in any number of processes. */
@Injectable()
export class DeliveryWorker extends RepeatedJob {
  protected readonly failed = 'deliveries wait: the database does not answer';
  protected override readonly everyMs: number = 1000;
  /** The interval at which leases are renewed; a lease expires after 2 minutes. */
  protected readonly renewMs: number = 20_000;
  /** An attempt without an answer for this long hangs. It may still succeed, so it continues while others are tried. */
  protected readonly hangMs: number = 30_000;
  protected readonly outbox = new Outbox(this.database);
  /** The channel of all endpoints that the office added. */
  private readonly endpoints = buildEndpointsChannel(this.database, this.settings.webhooksAllowPrivate);
  private readonly attempts = new Map<Attempt, Promise<void>>();
  private readonly events = new EventEmitter();
  private renewedAt = performance.now();

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    // The process may have restarted with other addresses.
    if (this.settings.deliveryWorker)
      this.database.run('update delivery_channels set probe_at = now()').catch(() => undefined);
  }

  /** Claims nothing new. Attempts in progress may finish; then they are cut off, and others retry them. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await Promise.race([this.idle(), sleep(finishMs, undefined, { ref: false })]);
    for (const channel of [...Object.values(this.channels), this.endpoints]) channel.close?.();
    await Promise.race([this.idle(), sleep(1000, undefined, { ref: false })]);
  }

  /** Resolves when all attempts in progress have ended. */
  async idle(): Promise<void> {
    await Promise.all(this.attempts.values());
  }

  /** While more may be due than there was capacity for, attempts that end lead to the next poll. @returns the number begun */
  async work(): Promise<number> {
    let begun = 0;
    for (let isMoreDue = true; isMoreDue && !this.stopping.signal.aborted; ) {
      const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(this.everyMs)]);
      const ended = once(this.events, 'attempt ended', { signal }).catch(() => undefined);
      await this.lookAfterAttempts();
      const channels = [...Object.keys(this.channels), ...(await endpointChannels(this.database))];
      const polls = await Promise.all(channels.map((channel) => this.poll(channel)));
      begun += polls.reduce((sum, poll) => sum + poll.begun, 0);
      isMoreDue = polls.some((poll) => poll.isMoreDue);
      if (isMoreDue) await ended.then(() => sleep(collectMs));
    }
    return begun;
  }

  private async poll(channel: string): Promise<{ begun: number; isMoreDue: boolean }> {
    const free = Math.max(0, this.freeCapacity(channel));
    const due = free > 0 ? await this.outbox.claim(channel, free) : [];
    for (const delivery of due) this.begin(delivery);
    return { begun: due.length, isMoreDue: due.length === free };
  }

  /** Renews their leases. A hanging attempt shows an outage, unless others have succeeded since it began. */
  private async lookAfterAttempts(): Promise<void> {
    const now = performance.now();
    const attempts = [...this.attempts.keys()];
    if (now - this.renewedAt >= this.renewMs) {
      await this.outbox.renewLeases(attempts.map(({ delivery }) => delivery.delivery_id));
      this.renewedAt = now;
    }
    for (const attempt of attempts) {
      if (attempt.isHanging || now - attempt.begunAt < this.hangMs) continue;
      await this.outbox.recordOutage(attempt.delivery, `no answer for ${this.hangMs / 1000} s`);
      attempt.isHanging = true;
    }
  }

  private freeCapacity(channel: string): number {
    const attempts = [...this.attempts.keys()].filter(({ delivery }) => delivery.channel === channel);
    const hanging = attempts.filter(({ isHanging }) => isHanging).length;
    const { width } = this.channels[channel] ?? this.endpoints;
    return hanging < maxHanging ? width - (attempts.length - hanging) : 0;
  }

  private begin(delivery: DueDelivery): void {
    const { channel, traceparent: parent, event, reference } = delivery;
    const attempt = { delivery, begunAt: performance.now(), cancel: new AbortController(), isHanging: false };
    const attributes = { 'site.channel': channel, 'site.event': event, 'site.reference': reference };
    const span = { kind: 'consumer', parent, attributes } as const;
    const ended = traced(`deliver by ${channel}`, span, () => this.deliver(attempt)).finally(() => {
      this.attempts.delete(attempt);
      this.events.emit('attempt ended');
    });
    this.attempts.set(attempt, ended);
  }

  private async deliver(attempt: Attempt): Promise<void> {
    const { delivery, begunAt, cancel } = attempt;
    const channel = this.channels[delivery.channel] ?? this.endpoints;
    const failure = await channel.deliver(delivery, cancel.signal).then(() => undefined, deliveryErrorOf);
    const ms = Math.round(performance.now() - begunAt);
    if (failure) markFailed();
    else if (ms < this.hangMs) this.cancelDeadConnections(attempt);
    const record = () => (failure ? this.recordFailure(delivery, ms, failure) : this.recordSuccess(delivery, ms));
    // A success that is not recorded would be sent again, so this waits for the database.
    while (!(await this.attempt(record, this.failed)) && !this.stopping.signal.aborted) await sleep(this.everyMs);
  }

  /** A quick success shows that the channel works, so attempts that began long before it have a dead connection. */
  private cancelDeadConnections({ delivery, begunAt }: Attempt): void {
    for (const other of this.attempts.keys()) {
      const isOlder = other.begunAt + 2 * this.hangMs < begunAt;
      if (isOlder && other.delivery.channel === delivery.channel) other.cancel.abort();
    }
  }

  private async recordSuccess(delivery: DueDelivery, ms: number): Promise<void> {
    const { reference, channel, attempts } = delivery;
    if (await this.outbox.recordSuccess(delivery, ms)) this.log.info({ channel }, 'the channel is available again');
    this.log.info({ reference, channel, attempts }, 'delivered');
  }

  /** Counts a failure against the delivery or against its channel. */
  private async recordFailure(delivery: DueDelivery, ms: number, error: DeliveryError): Promise<void> {
    const { reference, channel, attempts, refusals } = delivery;
    const { fault, message, retryAfter } = error;
    const fields = { reference, channel, attempts, reason: message };
    if (this.stopping.signal.aborted) return this.outbox.requeue(delivery, ms, message, 0);
    const isRefused = fault === 'refused' || fault === 'impossible';
    const isOfChannel = !isRefused || (await this.outbox.countRefusal(delivery));
    const outage = isOfChannel ? await this.outbox.recordOutage(delivery, message, retryAfter) : undefined;
    if (outage) {
      await this.outbox.requeue(delivery, ms, message, 0);
      this.log[outage.isFirst ? 'warn' : 'debug'](fields, 'the channel is unavailable: deliveries wait for it');
      return;
    }
    const isRefusal = fault !== 'unavailable';
    const delay = retryDelays[isRefusal ? refusals : 0];
    const seconds = delay === undefined || fault === 'impossible' ? null : Math.max(delay, retryAfter);
    await this.outbox.requeue(delivery, ms, message, seconds, Number(isRefusal));
    if (seconds !== null) this.log.warn({ ...fields, retryInSeconds: seconds }, 'delivery failed');
    else this.log.error(fields, 'DEAD LETTER: given up; see "npm run office -- deliveries list --dead" and retry it');
  }
}
