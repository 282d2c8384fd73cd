import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../database/database.ts';
import { LOG } from '../log/log.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import {
  type AlarmRow,
  claimAlarm,
  endAlarm,
  markTold,
  markUntold,
  raiseAlarm,
  readAlarms,
  readStanding,
  type Standing,
} from './alarm-statements.ts';
import { deliveryErrorOf } from './delivery-error.ts';
import { allClear, findTroubles, type Trouble } from './find-alarms.ts';
import { buildOperatorLine, type Notice, type OperatorLine } from './tell-operator.ts';

const lookEveryMs = 15_000;

/**
 * Tells the operator when forms are given up, a channel is away or the outbox grows: once for each incident, again after
 * a day when there is more of it, and once when it is over. Runs in any number of processes.
 */
@Injectable()
export class OperatorWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly line: OperatorLine;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.line = buildOperatorLine(settings);
  }

  onApplicationBootstrap(): void {
    if (this.settings.deliveryWorker) this.running = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.line.close();
    await this.running;
  }

  /** Looks once, and tells what is new. */
  async look(): Promise<void> {
    const standings = await this.database.run<Standing & Record<string, unknown>>(readStanding, []);
    const alarms = await this.readAlarms();
    const troubles = findTroubles(standings, this.settings.operator.afterMinutes, (name) => alarms.has(name));
    const isMailAway = standings.some(({ channel, away }) => channel === 'mail' && away !== null);
    for (const trouble of troubles) {
      if (!alarms.has(trouble.name)) await this.raise(trouble);
    }
    for (const alarm of (await this.readAlarms()).values()) {
      const trouble = troubles.find(({ name }) => name === alarm.name);
      if (trouble) await this.tellOf(trouble, alarm, isMailAway);
      else await this.tellOfTheEnd(alarm, isMailAway);
    }
  }

  private async readAlarms(): Promise<Map<string, AlarmRow>> {
    const rows = await this.database.run<AlarmRow & Record<string, unknown>>(readAlarms, []);
    return new Map(rows.map((row) => [row.name, row]));
  }

  private async raise({ name, subject }: Trouble): Promise<void> {
    const [raised] = await this.database.run(raiseAlarm, [name]);
    if (raised) this.log.error({ alarm: name }, `ALARM: ${subject}`);
  }

  private async tellOf({ name, count, subject, text }: Trouble, alarm: AlarmRow, isMailAway: boolean): Promise<void> {
    const isTold = alarm.told_at !== null && (count <= alarm.told_count || alarm.told_hours < 24);
    if (isTold) return;
    const notice: Notice = { type: 'alarm', name, raisedAt: alarm.raised_at, subject, text };
    if (await this.tell(notice, alarm, isMailAway)) await this.database.run(markTold, [name, count]);
  }

  private async tellOfTheEnd(alarm: AlarmRow, isMailAway: boolean): Promise<void> {
    const { name, raised_at: raisedAt } = alarm;
    const words = allClear(name, raisedAt);
    if (!(await this.tell({ type: 'all-clear', name, raisedAt, ...words }, alarm, isMailAway))) return;
    await this.database.run(endAlarm, [name]);
    this.log.info({ alarm: name }, `All clear: ${words.subject}`);
  }

  /** False when another process is about it, or nobody could be told. */
  private async tell(notice: Notice, { name, told_count: count }: AlarmRow, isMailAway: boolean): Promise<boolean> {
    const [claimed] = await this.database.run(claimAlarm, [name, count]);
    if (!claimed) return false;
    try {
      await this.line.tell(notice, isMailAway);
      return true;
    } catch (error) {
      await this.database.run(markUntold, [name]);
      this.log.error({ alarm: name, reason: deliveryErrorOf(error).message }, 'the operator could not be told');
      return false;
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.look().catch((error: unknown) => {
        this.log.warn(
          { reason: deliveryErrorOf(error).message },
          'no look at the outbox: the database does not answer',
        );
      });
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
