import { setTimeout as sleep } from 'node:timers/promises';
import { markFailed, traced } from 'kit/server/tracing';
import type { Logger } from 'pino';
import { type Channel, type DeliveryError, type DueDelivery, deliveryErrorOf } from './channel.ts';
import type { Outbox } from './outbox.ts';

const intervals = {
  /** The interval between two polls for due deliveries. */
  pollMs: 1000,
  /** The interval at which leases are renewed; a lease expires after 2 minutes. */
  renewMs: 20_000,
  /** An attempt without an answer for this long hangs. It may still succeed, so it continues while others are tried. */
  hangMs: 30_000,
};
/** With this many hanging attempts the channel tries no others. */
const maxHanging = 20;

interface Attempt {
  delivery: DueDelivery;
  begunAt: number;
  cancel: AbortController;
  isHanging: boolean;
  done: Promise<void>;
}

/** Delivers over one channel, independently of all others. */
export class ChannelLoop {
  private readonly intervals: typeof intervals;
  private readonly attempts = new Map<string, Attempt>();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private succeededAt = Number.NEGATIVE_INFINITY;
  private isUnavailable = false;
  private stateReadAt = Number.NEGATIVE_INFINITY;
  private isDatabaseDown = false;
  private onAttemptEnded: (() => void) | undefined;

  constructor(
    private readonly channel: Channel,
    private readonly outbox: Outbox,
    private readonly log: Logger,
    overrides: Partial<typeof intervals> = {},
  ) {
    this.intervals = { ...intervals, ...overrides };
  }

  start(): void {
    this.running = this.run();
  }

  /** Claims nothing new. Attempts in progress have `timeoutMs` to finish; then they are cut off, and others retry them. */
  async stop(timeoutMs: number): Promise<void> {
    this.stopping.abort();
    const idle = this.running.then(() => this.idle());
    await Promise.race([idle, sleep(timeoutMs, undefined, { ref: false })]);
    this.channel.close?.();
    await Promise.race([idle, sleep(1000, undefined, { ref: false })]);
  }

  /** Delivers everything that is due now. @returns the number of attempts */
  async deliverDue(): Promise<number> {
    let attempts = 0;
    for (;;) {
      this.stateReadAt = Number.NEGATIVE_INFINITY;
      const { begun } = await this.poll();
      if (begun === 0) return attempts;
      attempts += begun;
      await this.idle();
    }
  }

  private async idle(): Promise<void> {
    await Promise.all([...this.attempts.values()].map(({ done }) => done));
  }

  private async run(): Promise<void> {
    const renewing = setInterval(() => void this.renewLeases(), this.intervals.renewMs);
    this.stopping.signal.addEventListener('abort', () => this.onAttemptEnded?.());
    await this.outbox.probeNow().catch(() => undefined);
    while (!this.stopping.signal.aborted) {
      const { begun, free } = await this.poll().catch((error: unknown) => this.noteDatabaseDown(error));
      await this.pause(begun > 0 && begun === free);
    }
    clearInterval(renewing);
  }

  private noteDatabaseDown(error: unknown) {
    const fields = { channel: this.outbox.channel, reason: deliveryErrorOf(error).message };
    if (!this.isDatabaseDown) this.log.warn(fields, 'deliveries wait: the database does not answer');
    this.isDatabaseDown = true;
    return { begun: 0, free: 0 };
  }

  /** Waits for the next poll. If more may be due than there was capacity for, half of the capacity being free ends the wait. */
  private async pause(isMoreDue: boolean): Promise<void> {
    const waiting = new AbortController();
    const hasCapacity = () => isMoreDue && this.freeCapacity() >= this.channel.width / 2;
    this.onAttemptEnded = () => (hasCapacity() || this.stopping.signal.aborted) && waiting.abort();
    await sleep(this.intervals.pollMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  }

  private async poll(): Promise<{ begun: number; free: number }> {
    await this.noteHanging();
    if (this.isUnavailable || performance.now() - this.stateReadAt >= this.intervals.pollMs) await this.readState();
    const free = this.freeCapacity();
    if (free <= 0) return { begun: 0, free: 0 };
    const due = this.isUnavailable ? await this.outbox.claimProbe() : await this.outbox.claimDue(free);
    this.isDatabaseDown = false;
    for (const delivery of due) this.begin(delivery);
    return { begun: due.length, free };
  }

  private async readState(): Promise<void> {
    const { channel } = this.outbox;
    if (await this.outbox.repairTimes())
      this.log.warn({ channel }, 'the clock was set back: postponed deliveries are due');
    const { isUnavailable } = await this.outbox.readState();
    if (this.isUnavailable && !isUnavailable) this.log.info({ channel }, 'the channel is available again');
    this.isUnavailable = isUnavailable;
    this.stateReadAt = performance.now();
  }

  private freeCapacity(): number {
    const hanging = [...this.attempts.values()].filter(({ isHanging }) => isHanging).length;
    if (hanging >= maxHanging) return 0;
    return (this.isUnavailable ? 1 : this.channel.width) - (this.attempts.size - hanging);
  }

  private async noteHanging(): Promise<void> {
    for (const attempt of this.attempts.values()) {
      if (attempt.isHanging || performance.now() - attempt.begunAt < this.intervals.hangMs) continue;
      if (this.succeededAt <= attempt.begunAt) {
        await this.outbox.recordOutage(attempt.delivery, `no answer for ${this.intervals.hangMs / 1000} s`);
        this.stateReadAt = Number.NEGATIVE_INFINITY;
      }
      attempt.isHanging = true;
    }
  }

  private begin(delivery: DueDelivery): void {
    const { delivery_id: id, traceparent: parent, event, reference } = delivery;
    const attempt: Attempt = {
      delivery,
      begunAt: performance.now(),
      cancel: new AbortController(),
      isHanging: false,
      done: Promise.resolve(),
    };
    this.attempts.set(id, attempt);
    const { channel } = this.outbox;
    const attributes = { 'site.channel': channel, 'site.event': event, 'site.reference': reference };
    const span = { kind: 'consumer', parent, attributes } as const;
    attempt.done = traced(`deliver by ${channel}`, span, () => this.deliver(attempt)).finally(() => {
      this.attempts.delete(id);
      this.onAttemptEnded?.();
    });
  }

  private async deliver(attempt: Attempt): Promise<void> {
    const { delivery, cancel } = attempt;
    const failure = await this.channel.deliver(delivery, cancel.signal).then(() => undefined, deliveryErrorOf);
    if (failure) {
      markFailed();
      await this.untilRecorded(() => this.recordFailure(delivery, failure));
      return;
    }
    this.cancelDeadConnections(attempt);
    await this.untilRecorded(() => this.outbox.recordSuccess(delivery));
    const { reference, attempts } = delivery;
    this.log.info({ reference, channel: this.outbox.channel, attempts }, 'delivered');
  }

  /** A quick success shows that the channel works, so attempts that began long before it have a dead connection. */
  private cancelDeadConnections({ begunAt }: Attempt): void {
    const { hangMs } = this.intervals;
    this.succeededAt = performance.now();
    if (this.succeededAt - begunAt >= hangMs) return;
    for (const other of this.attempts.values()) {
      if (other.begunAt + 2 * hangMs < begunAt) other.cancel.abort();
    }
  }

  private async recordFailure(delivery: DueDelivery, error: DeliveryError): Promise<void> {
    if (this.stopping.signal.aborted) return this.outbox.requeue(delivery, error.message, { seconds: 0 });
    const outcome = await this.outbox.recordFailure(delivery, error);
    const { reference, attempts } = delivery;
    const fields = { reference, channel: this.outbox.channel, attempts, reason: error.message };
    if (outcome.state === 'dead') {
      this.log.error(fields, 'DEAD LETTER: given up; see "npm run office -- deliveries list --dead" and retry it');
    } else if (outcome.state === 'later') {
      this.log.warn({ ...fields, retryInSeconds: outcome.seconds }, 'delivery failed');
    } else {
      this.isUnavailable = true;
      const level = outcome.failures === 1 ? 'warn' : 'debug';
      this.log[level](fields, 'the channel is unavailable: deliveries wait for it');
    }
  }

  private async renewLeases(): Promise<void> {
    const ids = [...this.attempts.keys()];
    if (ids.length > 0) await this.outbox.renewLeases(ids).catch(() => undefined);
  }

  /** Retries while the database is down: a success that is not recorded would be sent again. */
  private async untilRecorded(record: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await record();
      } catch (error) {
        this.noteDatabaseDown(error);
        if (this.stopping.signal.aborted) return;
        await sleep(this.intervals.pollMs);
      }
    }
  }
}
