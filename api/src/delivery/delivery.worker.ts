import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { idempotencyDays } from 'kit/contracts/idempotency';
import type { Logger } from 'pino';
import { CodeMisses } from '../agents/code-misses.ts';
import { Database } from '../database/database.ts';
import { LOG } from '../log/log.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { CHANNELS, type Channels } from './channel.ts';
import { ChannelLoop } from './channel-loop.ts';
import { forgetKeys } from './delivery-statements.ts';
import { Outbox } from './outbox.ts';

const forgetEveryMs = 3_600_000;
const forgetAgainMs = 10_000;
/** How long what is under way has to finish when the process stops, which is cut off itself after 10 s. */
const finishMs = 6000;

/** Takes what is due out of the outbox and delivers it, at least once. Runs in any number of processes. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly loops: ChannelLoop[];
  private forgetting: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly misses: CodeMisses,
    @Inject(CHANNELS) channels: Channels,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.loops = Object.entries(channels).map(
      ([name, channel]) => new ChannelLoop(name, { channel, outbox: new Outbox(database, name), log }),
    );
  }

  onApplicationBootstrap(): void {
    if (!this.settings.deliveryWorker) return;
    for (const loop of this.loops) loop.start();
    this.forgetting = this.forget();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.forgetting, ...this.loops.map((loop) => loop.stop(finishMs))]);
  }

  /** Delivers everything that is due now; how many were tried. */
  async deliverDue(): Promise<number> {
    const tried = await Promise.all(this.loops.map((loop) => loop.deliverDue()));
    return tried.reduce((sum, count) => sum + count, 0);
  }

  /** Idempotency keys of last week, and who guessed codes an hour ago: every hour. */
  private async forget(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const isDone = await this.forgetTheOld();
      await sleep(isDone ? forgetEveryMs : forgetAgainMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async forgetTheOld(): Promise<boolean> {
    try {
      await this.database.run(forgetKeys, [idempotencyDays]);
      await this.misses.forgetPaid();
      return true;
    } catch (error) {
      this.log.warn({ reason: String(error) }, 'old idempotency keys are kept: the database does not answer');
      return false;
    }
  }
}
