import { Injectable } from '@nestjs/common';
import type { AlertNotes } from 'kit/server/alerts/alert-log';
import { AlertService } from 'kit/server/alerts/alert-service';
import { alertChannelsOf } from 'kit/server/alerts/operator-settings';
import type { Database } from '../database/database.ts';
import { RepeatedJob } from '../repeated-job.ts';
import { alarmKinds, type ChannelStatus, describeEnd, findAlarms, selectStatus } from './find-alarms.ts';
import { buildMailer } from './mailer.ts';

/** A channel that is unavailable, or a form that waits, for this long raises an alarm. */
const alarmAfterMinutes = 15;

/**
 * Alerts the operator when forms are given up, a channel is unavailable, or forms wait long: once when an incident begins,
 * after a day if it has grown, and once when it ends. Runs in any number of processes.
 */
@Injectable()
export class OperatorWatch extends RepeatedJob {
  protected readonly failed = 'cannot check deliveries: the database does not answer';
  protected override readonly everyMs = 15_000;
  private readonly mailer = buildMailer(this.settings);
  private readonly alerts = new AlertService({
    notes: notesIn(this.database),
    channels: alertChannelsOf({
      settings: this.settings.operator,
      site: this.settings.site,
      sendMail: (mail, name, signal) => this.mailer.send(mail, name, signal),
      link: null,
    }),
    lookEvery: 0,
    describeEnd,
    log: { info: (sentence) => this.log.info(sentence), error: (sentence) => this.log.error(sentence) },
  });

  override async beforeApplicationShutdown(): Promise<void> {
    const stopped = super.beforeApplicationShutdown();
    this.alerts.stop();
    this.mailer.close();
    await stopped;
  }

  /** Checks once, and sends new alerts. `now` is in milliseconds since 1970. */
  async work(now = Date.now()): Promise<void> {
    const isOpen = await this.alerts.readOpen(now);
    const asOf = Date.now();
    const statuses = await this.database.run<ChannelStatus>(selectStatus);
    const alarms = findAlarms(statuses, alarmAfterMinutes, isOpen);
    await this.alerts.settle(alarmKinds, alarms, { asOf, now });
    await this.alerts.work(now);
  }
}

const addNote = 'insert into operator_alerts (name, text) values ($1, $2) on conflict (name) do nothing returning name';
const readNotes = 'select name, text from operator_alerts';
const removeNote = 'delete from operator_alerts where name = $1';

/** Keeps notes of alerts in the database, which all processes of the API share. */
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
