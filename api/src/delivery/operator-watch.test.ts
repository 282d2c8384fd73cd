import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { buildLead } from '../../testing/build-forms.ts';
import { listenForEvents, listenForMail, refusal } from '../../testing/receivers.ts';
import { startTestApi, type TestApi } from '../../testing/start-test-api.ts';
import { Database } from '../database/database.ts';
import { retryDeliveries } from '../office/delivery-commands.ts';
import type { Settings } from '../settings/settings.ts';
import { initSubmissionModel } from '../submissions/submission.model.ts';
import { initDeliveryModel } from './delivery.model.ts';
import { DeliveryWorker } from './delivery.worker.ts';
import { OperatorWatch } from './operator-watch.ts';

const operator = { mail: 'ops@beaconfield.example', webhookUrl: undefined, allowPrivate: true, afterMinutes: 15 };

describe('the operator', () => {
  let folder: string;
  let api: TestApi;
  let mails: string[];
  const closing: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'operator-'));
    mails = [];
  });
  afterEach(async () => {
    await api.stop();
    for (const close of closing.splice(0)) await close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (overrides: Partial<Settings>) => {
    api = await startTestApi({ dataDir: folder, operator, ...overrides });
    const { sequelize } = api.app.get(Database);
    for (const init of [initSubmissionModel, initDeliveryModel]) init(sequelize);
  };
  const look = () => api.app.get(OperatorWatch).look();
  const lookOften = async () => {
    for (let times = 0; times < 3; times++) await Promise.all([look(), look(), look()]);
  };
  const deliverDue = () => api.app.get(DeliveryWorker).deliverDue();
  const query = (sql: string) => api.database.client.query(sql);
  const probeNow = () => query('update delivery_channels set probe_at = now()');
  const listen = async (isRefused: () => boolean, port = 0) => {
    const server = await listenForMail(
      (mail, taken) => {
        mails.push(mail);
        taken();
      },
      {
        onRcptTo: ({ address }, _session, done) =>
          done(isRefused() && address.startsWith('sales@') ? refusal(550, 'no such mailbox') : null),
      },
      port,
    );
    closing.push(server.close);
    return server.url;
  };
  const subjects = () => mails.map((mail) => /^Subject: (.*(?:\r\n .*)*)/m.exec(mail)?.[1]?.replaceAll(/\r\n /g, ' '));

  it('is mailed once when forms are given up, and once when none is any more', async () => {
    let isRefused = true;
    await start({ smtpUrl: await listen(() => isRefused) });
    for (const name of ['One', 'Two']) await api.post('/api/leads', buildLead({ name }));
    await deliverDue();
    await lookOften();
    expect(subjects()).toEqual(['ALARM: 2 forms could not be delivered by mail and will not be tried again']);
    expect(mails[0]).toContain('To: ops@beaconfield.example');
    expect(mails[0]).toContain('npm run office -- deliveries retry');
    isRefused = false;
    await retryDeliveries({ reference: undefined, waiting: false });
    await deliverDue();
    mails = [];
    await lookOften();
    expect(subjects()).toEqual(['All clear: nothing that was to go out by mail is given up any more']);
  });

  it('is told of more forms that were given up a day later, not before', async () => {
    await start({ smtpUrl: await listen(() => true) });
    await api.post('/api/leads', buildLead());
    await deliverDue();
    await lookOften();
    await api.post('/api/leads', buildLead());
    await deliverDue();
    await lookOften();
    expect(mails).toHaveLength(1);
    await query("update operator_alarms set told_at = told_at - interval '25 hours'");
    await lookOften();
    expect(subjects()[1]).toBe('ALARM: 2 forms could not be delivered by mail and will not be tried again');
    expect(mails).toHaveLength(2);
  });

  it('hears by webhook that mail is away, and that it works again once everything is sent', async () => {
    const url = await listen(() => false);
    await closing.pop()?.();
    const events: { type: string; text: string; data: object }[] = [];
    const chat = await listenForEvents((_headers, body, answer) => {
      events.push(JSON.parse(body));
      answer(200);
    });
    closing.push(chat.close);
    await start({ smtpUrl: url, operator: { ...operator, webhookUrl: chat.url } });
    await api.post('/api/leads', buildLead());
    await deliverDue();
    await lookOften();
    expect(events).toEqual([]);
    await query("update delivery_channels set away_since = away_since - interval '16 minutes'");
    await query("update deliveries set created_at = created_at - interval '16 minutes'");
    await lookOften();
    expect(events).toMatchObject([{ type: 'operator.alarm', data: { alarm: 'away mail' } }]);
    expect(events[0]?.text).toContain('ALARM: the mail server has not taken anything for 16 minutes.');
    expect(events[0]?.text).toContain('1 form waits for it.');
    expect(events[0]?.text).toContain('ECONNREFUSED');
    await listen(() => false, Number(new URL(url).port));
    await probeNow();
    await deliverDue();
    await lookOften();
    expect(events).toHaveLength(1);
    expect(subjects()).toEqual([expect.stringMatching(/^Lead: /), 'All clear: the mail server takes everything again']);
    await lookOften();
    expect(mails).toHaveLength(2);
  });

  it('is told later when nobody can be reached now', async () => {
    const url = await listen(() => false);
    await closing.pop()?.();
    await start({ smtpUrl: url });
    await api.post('/api/leads', buildLead());
    await deliverDue();
    await query("update delivery_channels set away_since = away_since - interval '16 minutes'");
    await lookOften();
    await listen(() => false, Number(new URL(url).port));
    await probeNow();
    await deliverDue();
    await query('update operator_alarms set telling_until = now()');
    await lookOften();
    expect(subjects()[1]).toBe('All clear: the mail server takes everything again');
    expect(mails[1]).toContain('It began ');
  });

  it('hears of an outbox that grows although its channel works', async () => {
    await start({});
    await api.post('/api/leads', buildLead());
    await query(`update deliveries set refusals = 3, last_error = '451 <ada@example.com>: greylisted', next_attempt_at = now() + interval '1 hour',
      created_at = now() - interval '20 minutes'`);
    await lookOften();
    const alarm = async () => {
      const files = await readdir(join(folder, 'mail'));
      return Promise.all(files.sort().map((file) => readFile(join(folder, 'mail', file), 'utf8')));
    };
    expect(await alarm()).toEqual([
      expect.stringMatching(/Subject: ALARM: 1 form waits for delivery by mail, the oldest for 20\s+minutes/),
    ]);
    expect((await alarm())[0]).toMatch(/It says: +451 <\[address\]>: greylisted/);
    await deliverDue();
    await retryDeliveries({ reference: undefined, waiting: true });
    await deliverDue();
    await lookOften();
    expect(await alarm()).toHaveLength(3);
    expect((await query('select * from operator_alarms')).rows).toEqual([]);
  });
});
