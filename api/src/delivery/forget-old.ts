import { idempotencyDays } from 'kit/contracts/idempotency';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';

/** For how long the log of deliveries is kept. */
const logDays = 30;
/** Each statement is over in a moment, however much there is to forget. */
const atOnce = 200;

/** Gives a row for each row that it forgot, `$1` of them at most; `$2` are the days that they are kept. */
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
    name: 'forget-idempotency-keys',
    days: idempotencyDays,
    text: `
      update submissions set idempotency_key = null, idempotency_scope = null where id in (
        select id from submissions where idempotency_key is not null and created_at < now() - $2 * interval '1 day'
        limit $1 for update skip locked
      ) returning 1 as done`,
  },
  deleteOld('forget-delivery-tries', { table: 'delivery_tries', id: 'id', time: 'tried_at', days: logDays }),
  deleteOld('forget-replies', { table: 'reply_addresses', id: 'address', time: 'replied_at', days: 1 }),
  deleteOld('forget-rate-limits', { table: 'rate_limits', id: 'client', time: 'ends_at', days: 1 / 24 }),
];

/** Forgets what is no longer needed, a few rows at a time. Where one clean-up fails, the others are done all the same. */
export async function forgetOld(database: Database, log: Logger, isStopping: () => boolean): Promise<void> {
  for (const cleanUp of cleanUps) {
    try {
      for (let isMore = true; isMore && !isStopping(); ) {
        isMore = (await database.run(cleanUp.text, [atOnce, cleanUp.days])).length === atOnce;
      }
    } catch (error) {
      log.warn({ cleanUp: cleanUp.name, reason: String(error) }, 'what is old is kept until the next hour');
    }
  }
}
