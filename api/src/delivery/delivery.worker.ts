import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../database/database.ts';
import { LOG, SETTINGS, type Settings } from '../settings/settings.ts';
import { CHANNELS, type Channel, type Channels, endpointPrefix } from './channel.ts';
import { ChannelLoop } from './channel-loop.ts';
import { Outbox } from './outbox.ts';
import { buildWebhookChannel, endpointOf } from './webhook.channel.ts';

const followEveryMs = 1000;
/** Deliveries in progress may finish in this time when the process stops; the process is killed after 10 s. */
const finishMs = 6000;

/** Delivers due deliveries of the outbox at least once. Runs in any number of processes. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly loops = new Map<string, ChannelLoop>();
  private following: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    @Inject(CHANNELS) channels: Channels,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {
    for (const [name, channel] of Object.entries(channels)) this.add(name, channel);
  }

  onApplicationBootstrap(): void {
    if (!this.settings.deliveryWorker) return;
    for (const loop of this.loops.values()) loop.start();
    this.following = this.follow();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.following;
    await Promise.all([...this.loops.values()].map((loop) => loop.stop(finishMs)));
  }

  /** Delivers everything that is due now. @returns the number of attempts */
  async deliverDue(): Promise<number> {
    await this.followEndpoints();
    const tried = await Promise.all([...this.loops.values()].map((loop) => loop.deliverDue()));
    return tried.reduce((sum, count) => sum + count, 0);
  }

  private add(name: string, channel: Channel): ChannelLoop {
    const loop = new ChannelLoop(channel, new Outbox(this.database, name), this.log);
    this.loops.set(name, loop);
    return loop;
  }

  /** Starts and stops loops as the office adds and removes endpoints. */
  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      // Without a database nothing can be delivered either, and the loops log that.
      const added = await this.followEndpoints().catch(() => []);
      if (!signal.aborted) for (const loop of added) loop.start();
      await sleep(followEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async followEndpoints(): Promise<ChannelLoop[]> {
    const endpoints = await this.database.run<{ name: string }>('select name from webhook_endpoints order by name');
    const names = endpoints.map(({ name }) => endpointPrefix + name);
    for (const [name, loop] of this.loops) {
      if (!name.startsWith(endpointPrefix) || names.includes(name)) continue;
      this.loops.delete(name);
      void loop.stop(finishMs);
    }
    const added = names.filter((name) => !this.loops.has(name));
    return added.map((name) =>
      this.add(
        name,
        buildWebhookChannel(() => endpointOf(name, this.database), this.settings.webhooksAllowPrivate),
      ),
    );
  }
}
