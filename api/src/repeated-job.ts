import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from './database/database.ts';
import { CHANNELS, type Channels } from './delivery/channel.ts';
import { LOG, SETTINGS, type Settings } from './settings/settings.ts';

const hourMs = 3_600_000;
const logEveryMs = 60_000;

/** Work that a delivering process does when it starts and again after each interval, until it stops. */
@Injectable()
export abstract class RepeatedJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly stopping = new AbortController();
  protected readonly everyMs: number = hourMs;
  /** The log message for a failure of the work; the reason is logged with it. */
  protected abstract readonly failed: string;
  private readonly loggedAt = new Map<string, number>();
  private running: Promise<void> = Promise.resolve();

  constructor(
    protected readonly database: Database,
    @Inject(SETTINGS) protected readonly settings: Settings,
    @Inject(LOG) protected readonly log: Logger,
    @Inject(CHANNELS) protected readonly channels: Channels,
  ) {}

  protected abstract work(): Promise<unknown>;

  onApplicationBootstrap(): void {
    if (this.settings.deliveryWorker) this.running = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Never rejects: a failure is logged, once a minute. @returns whether the work is done */
  protected async attempt(work: () => Promise<unknown>, failed: string, fields: object = {}): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const what = failed + JSON.stringify(fields);
      if (performance.now() - (this.loggedAt.get(what) ?? Number.NEGATIVE_INFINITY) < logEveryMs) return false;
      this.loggedAt.set(what, performance.now());
      this.log.warn({ ...fields, reason: error instanceof Error ? error.message : String(error) }, failed);
      return false;
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.attempt(() => this.work(), this.failed);
      await sleep(this.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
