import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { AlertNotes } from 'kit/server/alerts/alert-log';
import { AlertService } from 'kit/server/alerts/alert-service';
import { alertChannelsOf } from 'kit/server/alerts/operator-settings';
import type { Logger } from 'pino';
import { Database } from '../database/database.ts';
import { RepeatedJob } from '../repeated-job.ts';
import { LOG, SETTINGS, type Settings } from '../settings/settings.ts';
import { alarmKinds, describeEnd, findAlarms, readStanding, type Standing } from './find-alarms.ts';
import { buildMailer, type Mailer } from './mailer.ts';

const lookEveryMs = 15_000;

/** How long a channel is away, or a form waits, before that is an alarm. */
const alarmAfterMinutes = 15;

/**
 * Tells the operator when forms are given up, a channel is away or the outbox grows: once for each incident, again after
 * a day when there is more of it, and once when it is over. Runs in any number of processes.
 */
@Injectable()
export class OperatorWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly mailer: Mailer;
  private readonly alerts: AlertService;
  private readonly job: RepeatedJob;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) log: Logger,
  ) {
    const mailer = buildMailer(settings);
    this.mailer = mailer;
    this.alerts = new AlertService({
      notes: notesIn(database),
      channels: alertChannelsOf({
        settings: settings.operator,
        site: settings.site,
        sendMail: (mail, name, signal) => mailer.send(mail, name, signal),
        link: null,
      }),
      lookEvery: 0,
      describeEnd,
      log: { info: (sentence) => log.info(sentence), error: (sentence) => log.error(sentence) },
    });
    const failed = 'no look at the outbox: the database does not answer';
    this.job = new RepeatedJob(() => this.look(), log, failed, lookEveryMs);
  }

  onApplicationBootstrap(): void {
    if (this.settings.deliveryWorker) this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const stopped = this.job.stop();
    this.alerts.stop();
    this.mailer.close();
    await stopped;
  }

  /** Looks once, and tells what is new. `now` is in milliseconds since 1970. */
  async look(now = Date.now()): Promise<void> {
    const isOpen = await this.alerts.readOpen(now);
    const asOf = Date.now();
    const standings = await this.database.run<Standing>(readStanding);
    const alarms = findAlarms(standings, alarmAfterMinutes, isOpen);
    await this.alerts.settle(alarmKinds, alarms, { asOf, now });
    await this.alerts.work(now);
  }
}

const addNote = 'insert into operator_alerts (name, text) values ($1, $2) on conflict (name) do nothing returning name';
const readNotes = 'select name, text from operator_alerts';
const removeNote = 'delete from operator_alerts where name = $1';

/** What is known of alerts, for all processes of the API. */
function notesIn(database: Database): AlertNotes {
  return {
    add: async (name, text) => (await database.run(addNote, [name, text])).length > 0,
    readAll: async () => {
      const rows = await database.run<{ name: string; text: string }>(readNotes);
      return new Map(rows.map(({ name, text }) => [name, text]));
    },
    remove: async (name) => {
      await database.run(removeNote, [name]);
    },
  };
}
