import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { idempotencyDays } from 'kit/contracts/idempotency';
import type { Logger } from 'pino';
import { Database } from './database/database.ts';
import { RepeatedJob } from './repeated-job.ts';
import { LOG, SETTINGS, type Settings } from './settings/settings.ts';

/** For how long the log of deliveries is kept. */
const logDays = 30;
/** Each statement is over in a moment, however much there is to delete. */
const rowsAtOnce = 200;

/** Gives a row for each row that it cleaned up, `$1` of them at most; `$2` are the days that they are kept. */
interface CleanUp {
  name: string;
  text: string;
  days: number;
}

/** Deletes rows that are older; one that somebody else holds is left for later. */
const deleteOld = (name: string, of: { table: string; id: string; time: string; days: number }): CleanUp => ({
  name,
  days: of.days,
  text: `
    delete from ${of.table} where ${of.id} in (
      select ${of.id} from ${of.table} where ${of.time} < now() - $2 * interval '1 day'
      limit $1 for update skip locked
    ) returning 1 as done`,
});

const cleanUps: readonly CleanUp[] = [
  {
    name: 'idempotency keys',
    days: idempotencyDays,
    text: `
      update submissions set idempotency_key = null, idempotency_scope = null where id in (
        select id from submissions where idempotency_key is not null and created_at < now() - $2 * interval '1 day'
        limit $1 for update skip locked
      ) returning 1 as done`,
  },
  deleteOld('delivery tries', { table: 'delivery_tries', id: 'id', time: 'tried_at', days: logDays }),
  deleteOld('addresses of replies', { table: 'reply_addresses', id: 'address', time: 'replied_at', days: 1 }),
  deleteOld('rate limits', { table: 'rate_limits', id: 'client', time: 'ends_at', days: 1 / 24 }),
];

/**
 * Deletes what is no longer needed, a few rows at a time. Each clean-up is an hourly job of its own, so that one that fails or
 * is slow delays no other. Runs in any number of processes.
 */
@Injectable()
export class CleanUpWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly jobs: RepeatedJob[];

  constructor(
    database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) log: Logger,
  ) {
    this.jobs = cleanUps.map(({ name, text, days }) => {
      const job: RepeatedJob = new RepeatedJob(
        async () => {
          for (let isMore = true; isMore && !job.isStopping; ) {
            isMore = (await database.run(text, [rowsAtOnce, days])).length === rowsAtOnce;
          }
        },
        log,
        `old ${name} are kept until the next hour`,
      );
      return job;
    });
  }

  onApplicationBootstrap(): void {
    if (this.settings.deliveryWorker) for (const job of this.jobs) job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
  }

  /** Does every clean-up once. Resolves once all of them have ended; those that fail are logged. */
  async runOnce(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.runOnce()));
  }
}
