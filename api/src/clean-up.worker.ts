import { globSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { idempotencyDays } from 'kit/contracts/idempotency';
import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { erasedOf } from './delivery/mailer.ts';
import { eraseForms } from './inbox/erase-forms.ts';
import { RepeatedJob } from './repeated-job.ts';
import { kindNames } from './submissions/kinds.ts';

const dayMs = 86_400_000;
/** After this many days without a form or a sign-in to the inbox, a new process doubts its clock. */
const quietDays = 30;

const readClock = `
    select now() as now, greatest(
      (
        select max(created_at) from unnest($1::text[]) as kinds (wanted), lateral (
          select created_at from submissions where kind = wanted order by created_at desc limit 1
        ) as newest
      ),
      (select at from office_audit order by id desc limit 1)
    ) as newest`;

interface Reading extends Record<string, unknown> {
  now: Date;
  newest: Date | null;
}

export interface Clocks {
  steady(): number;
  timeOfDay(): number;
}

/**
 * The time for decisions about permanent erasure: the earlier of this machine's clock and the database's. Both may be the
 * same clock and be years ahead, and unread forms would be erased. So after a jump nothing is due for a day, in which a
 * person or the time server can correct the clock.
 */
export class ErasingClock {
  private seen: { time: number; steady: number } | undefined;
  private trustedFrom = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    private readonly clocks: Clocks = { steady: () => performance.now(), timeOfDay: () => Date.now() },
  ) {}

  /** Null while the clock is in doubt. */
  async now(): Promise<Date | null> {
    const [reading] = await this.database.run<Reading>(readClock, [kindNames]);
    if (!reading) return null;
    const steady = this.clocks.steady();
    const time = Math.min(this.clocks.timeOfDay(), reading.now.getTime());
    const leaptDays = this.leapSince(reading.newest, time, steady) / dayMs;
    this.seen = { time, steady };
    if (leaptDays > 0) {
      this.trustedFrom = steady + dayMs;
      this.log.warn(
        { now: new Date(time).toISOString(), days: Math.round(leaptDays) },
        'nothing is erased for its age for a day: the clock jumped ahead, or no form arrived for weeks. Check the clock.',
      );
    }
    return steady < this.trustedFrom ? null : new Date(time);
  }

  /** The jump in milliseconds; 0 if there is none. */
  private leapSince(newest: Date | null, time: number, steady: number): number {
    if (this.seen === undefined) {
      const quiet = newest === null ? 0 : time - newest.getTime();
      return quiet > quietDays * dayMs ? quiet : 0;
    }
    const leap = time - this.seen.time - (steady - this.seen.steady);
    return leap > dayMs ? leap : 0;
  }
}

const logDays = 30;
/** Small batches hold their locks briefly, so new forms do not wait for them. */
const batchSize = 100;

/**
 * A statement that cleans up at most `$1` rows that are older than `$2` days, and returns a row for each. It selects them in a
 * `with` query, which PostgreSQL runs once: a nested loop runs `in (select ... for update)` for each row, each time with other rows.
 */
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
    with old as (
      select ${of.id} from ${of.table} where ${of.time} < now() - $2 * interval '1 day'
      limit $1 for update skip locked
    )
    delete from ${of.table} where ${of.id} in (select ${of.id} from old) returning 1 as done`,
});

const cleanUps: readonly CleanUp[] = [
  {
    name: 'idempotency keys',
    days: idempotencyDays,
    text: `
      with old as (
        select id from submissions where idempotency_key is not null and created_at < now() - $2 * interval '1 day'
        limit $1 for update skip locked
      )
      update submissions set idempotency_key = null, idempotency_scope = null where id in (select id from old)
      returning 1 as done`,
  },
  deleteOld('delivery tries', { table: 'delivery_tries', id: 'id', time: 'tried_at', days: logDays }),
  deleteOld('addresses of replies', { table: 'reply_addresses', id: 'address', time: 'replied_at', days: 1 }),
  deleteOld('rate limits', { table: 'rate_limits', id: 'client', time: 'ends_at', days: 1 / 24 }),
];

/**
 * Deletes expired rows, forms that are older than RETENTION_DAYS, and mail files: every kind at once, so that a failing or
 * slow one does not delay the others. It may run in several processes.
 */
@Injectable()
export class CleanUpWorker extends RepeatedJob {
  protected readonly failed = 'not everything that is old could be deleted: retry in an hour';
  protected readonly clock = new ErasingClock(this.database, this.log);

  /** Runs every clean-up once and resolves after all of them. Failures are logged. */
  async work(): Promise<void> {
    await Promise.all([
      ...cleanUps.map((one) =>
        this.attempt(() => this.cleanUp(one), `old ${one.name} could not be deleted: retry in an hour`),
      ),
      this.attempt(() => this.eraseOldForms(), 'old forms could not be erased: retry in an hour'),
      this.attempt(() => this.sweepMailFiles(), 'old mail files could not be erased: retry in an hour'),
    ]);
  }

  private async cleanUp({ text, days }: CleanUp): Promise<void> {
    for (let isMore = true; isMore && !this.stopping.signal.aborted; ) {
      isMore = (await this.database.run(text, [batchSize, days])).length === batchSize;
    }
  }

  /** Erases all forms that are too old, and returns their number. A failing or slow kind of form does not delay the others. */
  async eraseOldForms(): Promise<number> {
    const kinds = Object.entries(this.settings.retentionDays);
    const now = kinds.length === 0 ? null : await this.clock.now();
    if (now === null) return 0;
    let count = 0;
    const eraseKind = async (kind: string, days: number) => {
      for (let erased = 1; erased > 0 && !this.stopping.signal.aborted; count += erased) {
        erased = await this.eraseSome(kind, days, now);
      }
    };
    const failed = 'old forms of this kind could not be erased: retry in an hour';
    await Promise.all(kinds.map(([kind, days]) => this.attempt(() => eraseKind(kind, days), failed, { kind })));
    if (count > 0) this.log.info({ forms: count }, 'forms erased: older than RETENTION_DAYS');
    return count;
  }

  private async eraseSome(kind: string, days: number, now: Date): Promise<number> {
    const rows = await this.database.run(
      `select id from submissions
       where kind = $kind and purged_at is null and created_at < $now::timestamptz - make_interval(days => $days)
       order by created_at limit ${batchSize}`,
      { kind, days, now },
    );
    const ids = rows.map(({ id }) => String(id));
    if (ids.length === 0) return 0;
    const actor = { by: 'RETENTION_DAYS', role: 'retention' } as const;
    const erased = await eraseForms(this.database, ids, actor, this.settings.dataDir, { days });
    // Another process may have erased this whole batch. The result is at least 1, so that the loop reads the next batch.
    return Math.max(erased.length, 1);
  }

  /** Erases and logs mail files that are older than MAIL_FILE_DAYS, and those of erased forms. */
  async sweepMailFiles(): Promise<void> {
    const { dataDir, mailFileDays } = this.settings;
    const now = mailFileDays === 0 ? null : await this.clock.now();
    const oldest = now === null ? Number.NEGATIVE_INFINITY : now.getTime() - mailFileDays * dayMs;
    const folder = join(dataDir, 'mail');
    const all = globSync('*.eml{,.part}', { cwd: folder });
    for (let start = 0; start < all.length; start += batchSize) {
      const names = all.slice(start, start + batchSize);
      const erased = new Set(await erasedOf(this.database, names.map(nameOf)));
      for (const name of names) {
        const isErased = erased.has(nameOf(name));
        // The office may have moved the file in the meantime.
        const found = await stat(join(folder, name)).catch(() => undefined);
        if (!isErased && !(found && found.mtimeMs < oldest)) continue;
        await rm(join(folder, name), { force: true });
        this.log.info(
          { file: name, why: isErased ? 'its form was erased' : `older than ${mailFileDays} days` },
          'mail file erased',
        );
      }
    }
  }
}

function nameOf(file: string): string {
  return file.replace(/(?:-reply)?\.eml(?:\.part)?$/, '');
}
