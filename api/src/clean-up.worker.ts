import { Injectable } from '@nestjs/common';
import { idempotencyDays } from 'kit/contracts/idempotency';
import { RepeatedJob } from './repeated-job.ts';

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
 * Deletes expired rows in small batches, every kind of rows at once, so that a failing or slow one does not delay the
 * others. It may run in several processes.
 */
@Injectable()
export class CleanUpWorker extends RepeatedJob {
  protected readonly failed = 'old rows could not be deleted: retry in an hour';

  /** Runs every clean-up once and resolves after all of them. Failures are logged. */
  async work(): Promise<void> {
    const attempts = cleanUps.map((one) =>
      this.attempt(() => this.cleanUp(one), `old ${one.name} could not be deleted: retry in an hour`),
    );
    await Promise.all(attempts);
  }

  private async cleanUp({ text, days }: CleanUp): Promise<void> {
    for (let isMore = true; isMore && !this.stopping.signal.aborted; ) {
      isMore = (await this.database.run(text, [batchSize, days])).length === batchSize;
    }
  }
}
