import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../database/database.ts';
import { RepeatedJob } from '../repeated-job.ts';
import { LOG, SETTINGS, type Settings } from '../settings/settings.ts';
import { CHANNELS, type Channel, type Channels, endpointPrefix } from './channel.ts';
import { ChannelLoop } from './channel-loop.ts';
import { Outbox } from './outbox.ts';
import { buildWebhookChannel, endpointOf } from './webhook.channel.ts';

/** Deliveries in progress may finish in this time when the process stops; the process is killed after 10 s. */
const finishMs = 6000;

/** Delivers due deliveries of the outbox at least once. Runs in any number of processes. */
@Injectable()
export class DeliveryWorker extends RepeatedJob {
  protected readonly failed = 'the webhooks of the office cannot be read';
  protected override readonly everyMs = 1000;
  private readonly loops = new Map<string, ChannelLoop>();

  constructor(
    database: Database,
    @Inject(SETTINGS) settings: Settings,
    @Inject(LOG) log: Logger,
    @Inject(CHANNELS) channels: Channels,
  ) {
    super(database, settings, log);
    for (const [name, channel] of Object.entries(channels)) this.add(name, channel);
  }

  override onApplicationBootstrap(): void {
    if (this.settings.deliveryWorker) for (const loop of this.loops.values()) loop.start();
    super.onApplicationBootstrap();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
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
  async work(): Promise<void> {
    // Without a database nothing can be delivered either, and the loops log that.
    const added = await this.followEndpoints().catch(() => []);
    if (!this.stopping.signal.aborted) for (const loop of added) loop.start();
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
