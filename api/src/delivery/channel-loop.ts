import { setTimeout as sleep } from 'node:timers/promises';
import { markFailed, traced } from 'kit/server/tracing';
import type { Logger } from 'pino';
import { type Channel, type DeliveryError, type DueDelivery, deliveryErrorOf } from './channel.ts';
import type { Outbox } from './outbox.ts';

const pace = {
  /** The interval between two looks for due deliveries. */
  pollMs: 1000,
  /** The interval at which claims are renewed; a claim ends after 2 minutes. */
  renewMs: 20_000,
  /** A delivery without an answer for this long hangs, and others are tried meanwhile. */
  hangMs: 30_000,
};
/** More hanging deliveries stop the channel from trying others. */
const maxHanging = 20;

interface Sending {
  delivery: DueDelivery;
  begunAt: number;
  giveUp: AbortController;
  /** Longer than `hangMs`: it no longer counts for the width. */
  isHanging: boolean;
  done: Promise<void>;
}

/** Delivers over one channel, independently of all others. */
export class ChannelLoop {
  private readonly pace: typeof pace;
  private readonly underWay = new Map<string, Sending>();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** The current number of concurrent deliveries: halved while the channel is unavailable, one more after each success. */
  private width: number;
  private succeededAt = Number.NEGATIVE_INFINITY;
  private wasAway = false;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private isDatabaseGone = false;
  private onFreed: (() => void) | undefined;

  constructor(
    private readonly channel: Channel,
    private readonly outbox: Outbox,
    private readonly log: Logger,
    paces: Partial<typeof pace> = {},
  ) {
    this.pace = { ...pace, ...paces };
    this.width = channel.width;
  }

  start(): void {
    this.running = this.run();
  }

  /** Takes nothing new. Deliveries in progress have `timeoutMs` to finish; then their connections end, and others retry them. */
  async stop(timeoutMs: number): Promise<void> {
    this.stopping.abort();
    const idle = this.running.then(() => this.idle());
    await Promise.race([idle, sleep(timeoutMs, undefined, { ref: false })]);
    this.channel.close?.();
    await Promise.race([idle, sleep(1000, undefined, { ref: false })]);
  }

  /** Delivers everything that is due now. @returns the number of attempts */
  async deliverDue(): Promise<number> {
    let tried = 0;
    for (;;) {
      this.lookedAt = Number.NEGATIVE_INFINITY;
      const { taken } = await this.look();
      if (taken === 0) return tried;
      tried += taken;
      await this.idle();
    }
  }

  private async idle(): Promise<void> {
    await Promise.all([...this.underWay.values()].map(({ done }) => done));
  }

  private async run(): Promise<void> {
    const renewing = setInterval(() => void this.renew(), this.pace.renewMs);
    this.stopping.signal.addEventListener('abort', () => this.onFreed?.());
    await this.outbox.probeNow().catch(() => undefined);
    while (!this.stopping.signal.aborted) {
      const { taken, room } = await this.look().catch((error: unknown) => this.noteNoDatabase(error));
      await this.pause(taken > 0 && taken === room);
    }
    clearInterval(renewing);
  }

  private noteNoDatabase(error: unknown) {
    const words = { channel: this.outbox.channel, reason: deliveryErrorOf(error).message };
    if (!this.isDatabaseGone) this.log.warn(words, 'deliveries wait: the database does not answer');
    this.isDatabaseGone = true;
    return { taken: 0, room: 0 };
  }

  /** Waits for the next look. If there may be more due than fitted, it waits only until half of the width is free. */
  private async pause(wantsRoom: boolean): Promise<void> {
    const waking = new AbortController();
    const hasRoom = () => wantsRoom && this.room() >= this.width / 2;
    this.onFreed = () => (hasRoom() || this.stopping.signal.aborted) && waking.abort();
    await sleep(this.pace.pollMs, undefined, { signal: waking.signal }).catch(() => undefined);
  }

  private async look(): Promise<{ taken: number; room: number }> {
    await this.noteHanging();
    if (this.wasAway || performance.now() - this.lookedAt >= this.pace.pollMs) await this.lookAtTheChannel();
    const room = this.room();
    if (room <= 0) return { taken: 0, room: 0 };
    const due = this.wasAway ? await this.outbox.takeProbe() : await this.outbox.takeDue(room);
    this.isDatabaseGone = false;
    for (const delivery of due) this.send(delivery);
    return { taken: due.length, room };
  }

  private async lookAtTheChannel(): Promise<void> {
    const { away, releasing, is_ahead: wasSetBack } = await this.outbox.circuit();
    if (wasSetBack) {
      await this.outbox.setBackToNow();
      this.log.warn({ channel: this.outbox.channel }, 'the clock was set back: what it had put off is due now');
    }
    if (this.wasAway && !away) this.log.info({ channel: this.outbox.channel }, 'the channel is back');
    this.wasAway = away;
    this.lookedAt = performance.now();
    if (releasing && !away) await this.outbox.releaseSome();
  }

  private room(): number {
    const hanging = [...this.underWay.values()].filter(({ isHanging }) => isHanging).length;
    if (hanging >= maxHanging) return 0;
    return (this.wasAway ? 1 : this.width) - (this.underWay.size - hanging);
  }

  /** A hanging delivery may still succeed, so it continues. */
  private async noteHanging(): Promise<void> {
    for (const sending of this.underWay.values()) {
      if (sending.isHanging || performance.now() - sending.begunAt < this.pace.hangMs) continue;
      if (this.succeededAt <= sending.begunAt) {
        await this.outbox.noteAway(sending.delivery, `no answer for ${this.pace.hangMs / 1000} s`);
        this.lookedAt = Number.NEGATIVE_INFINITY;
      }
      sending.isHanging = true;
    }
  }

  private send(delivery: DueDelivery): void {
    const sending: Sending = {
      delivery,
      begunAt: performance.now(),
      giveUp: new AbortController(),
      isHanging: false,
      done: Promise.resolve(),
    };
    this.underWay.set(delivery.delivery_id, sending);
    const { traceparent: parent, event } = delivery;
    const attributes = {
      'site.channel': this.outbox.channel,
      'site.event': event,
      'site.reference': delivery.reference,
    };
    const deliver = () => this.deliver(sending);
    sending.done = traced(
      `deliver by ${this.outbox.channel}`,
      { kind: 'consumer', parent, attributes },
      deliver,
    ).finally(() => {
      this.underWay.delete(delivery.delivery_id);
      this.onFreed?.();
    });
  }

  private async deliver(sending: Sending): Promise<void> {
    const { delivery, giveUp } = sending;
    const failure = await this.channel.deliver(delivery, giveUp.signal).then(() => undefined, deliveryErrorOf);
    if (failure) {
      markFailed();
      await this.untilNoted(() => this.noteFailure(delivery, failure));
      return;
    }
    this.noteSuccess(sending);
    await this.untilNoted(() => this.outbox.noteDelivered(delivery));
    const { reference, attempts } = delivery;
    this.log.info({ reference, channel: this.outbox.channel, attempts }, 'delivered');
  }

  /** A quick success shows that the channel works, so deliveries that began long before it have a dead connection. */
  private noteSuccess({ begunAt }: Sending): void {
    this.succeededAt = performance.now();
    this.width = Math.min(this.channel.width, this.width + 1);
    if (this.succeededAt - begunAt >= this.pace.hangMs) return;
    for (const other of this.underWay.values()) {
      if (other.begunAt + 2 * this.pace.hangMs < begunAt) other.giveUp.abort();
    }
  }

  private async noteFailure(delivery: DueDelivery, error: DeliveryError): Promise<void> {
    if (this.stopping.signal.aborted) return this.outbox.putBack(delivery, error, 0);
    if (error.fault === 'away') this.width = Math.max(1, Math.floor(this.width / 2));
    const verdict = await this.outbox.noteFailure(delivery, error);
    if (verdict.state === 'held') this.wasAway = true;
    const { reference, attempts } = delivery;
    const words = { reference, channel: this.outbox.channel, attempts, reason: error.message };
    if (verdict.state === 'dead') {
      this.log.error(words, 'DEAD LETTER: given up; see "npm run office -- deliveries list --dead" and retry it');
    } else if (verdict.state === 'later') {
      this.log.warn({ ...words, retryInSeconds: verdict.seconds }, 'delivery failed');
    } else if (verdict.failures === 1) {
      this.log.warn(words, 'the channel is away: deliveries wait for it');
    } else {
      this.log.debug(words, 'the channel is still away');
    }
  }

  private async renew(): Promise<void> {
    const ids = [...this.underWay.keys()];
    if (ids.length > 0) await this.outbox.renew(ids).catch(() => undefined);
  }

  /** Repeats a note while the database is unavailable: without it the form would be sent again. */
  private async untilNoted(note: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await note();
      } catch (error) {
        this.noteNoDatabase(error);
        if (this.stopping.signal.aborted) return;
        await sleep(this.pace.pollMs);
      }
    }
  }
}
