import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from './database/database.ts';
import { LOG } from './settings/settings.ts';
import { submissionKinds } from './submissions/kinds.ts';

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
  /** The time of the last event. */
  newest: Date | null;
}

/** A monotonic clock and the time of day, in milliseconds. */
export interface Clocks {
  steady(): number;
  timeOfDay(): number;
}

/**
 * The time for decisions about permanent erasure: the earlier of this machine's clock and the database's. Both may be the
 * same clock and be years ahead, and unread forms would be erased. So after a jump nothing is due for a day, in which a
 * person or the time server can correct the clock.
 */
@Injectable()
export class ErasingClock {
  private seen: { time: number; steady: number } | undefined;
  private trustedFrom = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    @Inject(LOG) private readonly log: Logger,
    @Optional() private readonly clocks: Clocks = { steady: () => performance.now(), timeOfDay: () => Date.now() },
  ) {}

  /** Null while the clock is in doubt. */
  async now(): Promise<Date | null> {
    const [reading] = await this.database.run<Reading>(readClock, [Object.keys(submissionKinds)]);
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
