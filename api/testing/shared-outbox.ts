import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { type Logger, pino } from 'pino';
import { buildChannels } from '../src/app.ts';
import { Database } from '../src/database/database.ts';
import type { Channels } from '../src/delivery/channel.ts';
import { DeliveryWorker } from '../src/delivery/delivery.worker.ts';
import type { RepeatedJob } from '../src/repeated-job.ts';
import type { Settings } from '../src/settings/settings.ts';
import { buildLead } from './build-forms.ts';
import { buildSettings } from './build-settings.ts';
import { deliverDueBy } from './deliver-due.ts';
import { closeReceivers } from './receivers.ts';
import { sharedApi } from './start-test-api.ts';
import { deleteForms } from './test-database.ts';

/** The secret of the webhook. */
export const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

export const crmAt = (url: string) => ({ url, secrets: [secret], allowPrivate: true });

type JobClass<Job> = new (database: Database, settings: Settings, log: Logger, channels: Channels) => Job;
const silent = pino({ level: 'silent' });

/**
 * An API that queues each form by mail and for a webhook, and delivers nothing itself. Each test starts jobs of other
 * processes of the site, with other settings; they, the receivers and the forms go after it.
 */
export function sharedOutbox(settings: Partial<Settings> = { webhook: crmAt('http://127.0.0.1:1/') }) {
  const api = sharedApi(settings);
  const jobs: RepeatedJob[] = [];
  const query = async (sql: string) => (await api.database.client.query(sql)).rows;

  beforeEach(async () => {
    await deleteForms(api.database.client, 'delivery_channels', 'operator_alerts', 'quarantine_reports');
    await query(`insert into delivery_channels (name) values ('mail'), ('webhook')`);
    await rm(join(api.dataDir, 'mail'), { recursive: true, force: true });
  });
  afterEach(async () => {
    const stopped = jobs.splice(0).map((job) => job.beforeApplicationShutdown());
    await closeReceivers();
    await Promise.all(stopped);
  });

  /** Starts a job of another process, which works by itself only if `deliveryWorker` is set. */
  const startJob = <Job extends RepeatedJob>(Job: JobClass<Job>, overrides: Partial<Settings> = {}, log = silent) => {
    const settings = buildSettings({ dataDir: api.dataDir, ...overrides });
    const database = api.app.get(Database);
    const job = new Job(database, settings, log, buildChannels(settings, database));
    job.onApplicationBootstrap();
    jobs.push(job);
    return job;
  };
  const start = (overrides?: Partial<Settings>, log?: Logger) => startJob(DeliveryWorker, overrides, log);
  /** Delivers what is due, by the worker that started first. */
  const deliverDue = async (worker = jobs.find((job) => job instanceof DeliveryWorker)) =>
    worker ? deliverDueBy(worker) : 0;
  /** Makes the next attempts and probes due. */
  const comeDue = async () => {
    await query('update deliveries set next_attempt_at = now() where taken_by is null');
    await query('update delivery_channels set probe_at = now()');
  };
  const rows = (channel: string) =>
    query(`select attempts, refusals, delivered_at is not null as delivered, dead_at is not null as dead, last_error,
      round(extract(epoch from next_attempt_at - now()))::int as wait
      from deliveries where channel = '${channel}' order by id`);
  const isAway = async () =>
    (await query("select away_since is not null as away from delivery_channels where name = 'mail'"))[0].away;
  const send = async (overrides = {}, headers = {}): Promise<{ id: string; reference: string }> => {
    const response = await api.post('/api/leads', buildLead(overrides), headers);
    expect(response.status).toBe(201);
    return response.json();
  };
  const sendMany = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => send({ name: `N ${index}` })));
  return { api, query, startJob, start, deliverDue, comeDue, rows, isAway, send, sendMany };
}
