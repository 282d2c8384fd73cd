import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { idempotencyDays } from 'kit/contracts/idempotency';
import type { Logger } from 'pino';
import { Database } from './database/database.ts';
import { RepeatedJob } from './repeated-job.ts';
import { LOG, SETTINGS, type Settings } from './settings/settings.ts';

/** The retention of the delivery log. */
const logDays = 30;
/** Small batches hold their locks briefly. */
const batchSize = 200;

/** A statement that cleans up at most `$1` rows that are older than `$2` days, and returns a row for each. */
interface CleanUp {
  name: string;
  text: string;
  days: number;
}

/** Deletes old rows. It skips locked ones until the next run. */
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
 * Deletes expired rows in small batches. Each clean-up is a separate hourly job, so that a failing or slow one does not delay
 * the others. It may run in several processes.
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
            isMore = (await database.run(text, [batchSize, days])).length === batchSize;
          }
        },
        log,
        `old ${name} could not be deleted: retry in an hour`,
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

  /** Runs every clean-up once and resolves after all of them. Failures are logged. */
  async runOnce(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.runOnce()));
  }
}
