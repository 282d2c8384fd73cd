import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { idempotencyDays } from 'kit/contracts/idempotency';
import type { Logger } from 'pino';
import { CodeMisses } from '../agents/code-misses.ts';
import { Database } from '../database/database.ts';
import { LOG } from '../log/log.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { CHANNELS, type Channels } from './channel.ts';
import { type DueDelivery, forgetKeys, markDead, markDelivered, markFailed, takeDue } from './delivery-statements.ts';
import { waitAfter } from './retry-schedule.ts';

const pollMs = 1000;
const forgetEveryMs = 3_600_000;

/** Takes what is due out of the outbox and delivers it, at least once. Runs in any number of processes. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private forgottenAt = 0;

  constructor(
    private readonly database: Database,
    private readonly misses: CodeMisses,
    @Inject(CHANNELS) private readonly channels: Channels,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.deliveryWorker) this.running = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
    for (const channel of Object.values(this.channels)) channel.close?.();
  }

  /** Delivers everything that is due now; how many were tried. */
  async deliverDue(): Promise<number> {
    const due = await this.database.run<DueDelivery & Record<string, unknown>>(takeDue, []);
    await Promise.all(due.map((delivery) => this.deliver(delivery)));
    return due.length;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const tried = await this.tryOnce();
      if (tried === 0) await sleep(pollMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private async tryOnce(): Promise<number> {
    try {
      await this.forgetTheOld();
      return await this.deliverDue();
    } catch (error) {
      this.log.warn({ reason: messageOf(error) }, 'deliveries wait: the database does not answer');
      return 0;
    }
  }

  private async deliver(delivery: DueDelivery): Promise<void> {
    const { delivery_id: id, channel: name, attempts, reference } = delivery;
    try {
      const channel = this.channels[name];
      if (!channel) throw new Error(`${name} is not configured`);
      await channel.deliver(delivery);
      await this.database.run(markDelivered, [id]);
      this.log.info({ reference, channel: name, attempts }, 'delivered');
    } catch (error) {
      await this.noteFailure(delivery, messageOf(error));
    }
  }

  private async noteFailure(
    { delivery_id: id, channel, attempts, reference }: DueDelivery,
    reason: string,
  ): Promise<void> {
    const wait = waitAfter(attempts);
    const words = { reference, channel, attempts, reason };
    if (wait === undefined) {
      await this.database.run(markDead, [id, reason]);
      this.log.error(words, 'DEAD LETTER: given up; see "npm run office -- deliveries list --dead" and retry it');
      return;
    }
    await this.database.run(markFailed, [id, wait, reason]);
    this.log.warn({ ...words, retryInSeconds: wait }, 'delivery failed');
  }

  /** Idempotency keys of last week, and who guessed codes an hour ago. */
  private async forgetTheOld(): Promise<void> {
    if (Date.now() - this.forgottenAt < forgetEveryMs) return;
    await this.database.run(forgetKeys, [idempotencyDays]);
    await this.misses.forgetPaid();
    this.forgottenAt = Date.now();
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
