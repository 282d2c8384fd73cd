import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { sayWhy } from '../settings/start-error.ts';
import { type Connect, migrateLater } from './migrate.ts';

const pauseMs = 30_000;

/** Does what the start left for later, beside everything else, however often the database goes away meanwhile. */
export async function finishMigrations(connect: Connect, log: Logger): Promise<void> {
  for (;;) {
    try {
      return await migrateLater(connect, (sentence) => log.info(sentence));
    } catch (error) {
      log.warn(`What the start left for later is tried again in half a minute. ${sayWhy(error)}`);
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
}
