import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../database/database.ts';
import { ErasingClock } from '../erasing-clock.ts';
import { RepeatedJob } from '../repeated-job.ts';
import { LOG, SETTINGS, type Settings } from '../settings/settings.ts';
import { eraseForms } from './erase-forms.ts';

/** Small batches hold their locks briefly, so new forms do not wait for them. */
const batchSize = 100;

/** Erases forms that are older than RETENTION_DAYS. It may run in several processes: only one of them erases each form. */
@Injectable()
export class RetentionWorker extends RepeatedJob {
  protected readonly failed = 'old forms could not be erased: retry in an hour';

  constructor(
    database: Database,
    @Inject(SETTINGS) settings: Settings,
    @Inject(LOG) log: Logger,
    private readonly clock: ErasingClock,
  ) {
    super(database, settings, log);
  }

  /** Erases all forms that are too old, and returns their number. A failing or slow kind of form does not delay the others. */
  async work(): Promise<number> {
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
}
