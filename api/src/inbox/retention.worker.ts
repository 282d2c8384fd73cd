import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../database/database.ts';
import { ErasingClock } from '../erasing-clock.ts';
import { RepeatedJob } from '../repeated-job.ts';
import { LOG, SETTINGS, type Settings } from '../settings/settings.ts';
import { eraseForms } from './erase-forms.ts';

/** Each statement is over in a moment, and forms that come meanwhile wait for none of them. */
const atOnce = 100;

/** Erases forms that are older than RETENTION_DAYS. Runs in any number of processes: each form is erased by one of them. */
@Injectable()
export class RetentionWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: RepeatedJob;

  constructor(
    private readonly database: Database,
    private readonly clock: ErasingClock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.job = new RepeatedJob(() => this.sweep(), log, 'old forms stay for now');
  }

  onApplicationBootstrap(): void {
    const isSet = Object.keys(this.settings.retentionDays).length > 0;
    if (this.settings.deliveryWorker && isSet) this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  /** Erases all that is too old by now; how many. A kind of form that fails or is slow delays no other. */
  async sweep(): Promise<number> {
    const now = await this.clock.now();
    if (now === null) return 0;
    const kinds = Object.entries(this.settings.retentionDays);
    const counts = await Promise.all(kinds.map(([kind, days]) => this.sweepKind(kind, days, now)));
    const count = counts.reduce((sum, erased) => sum + erased, 0);
    if (count > 0) this.log.info({ forms: count }, 'forms erased: older than RETENTION_DAYS');
    return count;
  }

  private async sweepKind(kind: string, days: number, now: Date): Promise<number> {
    let count = 0;
    try {
      for (let erased = 1; erased > 0 && !this.job.isStopping; count += erased) {
        erased = await this.eraseSome(kind, days, now);
      }
    } catch (error) {
      this.log.warn({ kind, reason: error instanceof Error ? error.message : String(error) }, 'old forms stay for now');
    }
    return count;
  }

  private async eraseSome(kind: string, days: number, now: Date): Promise<number> {
    const rows = await this.database.run(
      `select id from submissions
       where kind = $kind and purged_at is null and created_at < $now::timestamptz - make_interval(days => $days)
       order by created_at limit ${atOnce}`,
      { kind, days, now },
    );
    const ids = rows.map(({ id }) => String(id));
    if (ids.length === 0) return 0;
    const actor = { by: 'RETENTION_DAYS', role: 'retention' } as const;
    const erased = await eraseForms(this.database, ids, actor, this.settings.dataDir, { days });
    // Another process may have been faster with all of them: there may be more behind.
    return Math.max(erased.length, 1);
  }
}
