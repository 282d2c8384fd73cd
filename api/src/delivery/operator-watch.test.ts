import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { receiveEvents, receiveMails, refusal } from '../../testing/receivers.ts';
import { sharedOutbox } from '../../testing/shared-outbox.ts';
import { Database } from '../database/database.ts';
import { retryDeliveries } from '../office/commands/deliveries.ts';
import type { Settings } from '../settings/settings.ts';
import { OperatorWatch } from './operator-watch.ts';

const operator = { OPERATOR_MAIL: 'ops@beaconfield.example' };
const hour = 3_600_000;

describe('the operator', () => {
  const { api, query, startJob, start: startWorker, deliverDue, send } = sharedOutbox({});
  let mails: string[];
  let watches: OperatorWatch[];

  const start = (overrides: Partial<Settings>) => {
    const settings = { operator, ...overrides };
    startWorker(settings);
    watches = [1, 2, 3].map(() => startJob(OperatorWatch, settings));
  };
  /** Three processes check three times, after some time. */
  const lookOften = async ({ after = 0 } = {}) => {
    for (let times = 0; times < 3; times++) {
      await Promise.all(watches.map((watch) => watch.work(Date.now() + after)));
    }
  };
  const probeNow = () => query('update delivery_channels set probe_at = now()');
  const listen = async (isRefused: (address: string) => boolean, port?: number) => {
    const server = await receiveMails(
      {
        onRcptTo: ({ address }, _session, done) => done(isRefused(address) ? refusal(550, 'no such mailbox') : null),
      },
      port,
    );
    mails = server.mails;
    return server;
  };
  const isOffice = (address: string) => address.startsWith('sales@');
  const subjects = () => mails.map((mail) => /^Subject: (.*(?:\r\n .*)*)/m.exec(mail)?.[1]?.replaceAll(/\r\n /g, ' '));

  it('gets one mail when forms are given up, one when none is any more, and one when that happens again', async () => {
    let isRefused = true;
    start({ smtpUrl: (await listen((address) => isRefused && isOffice(address))).url });
    for (const name of ['One', 'Two']) await send({ name });
    await deliverDue();
    await lookOften();
    expect(subjects()).toEqual(['ALARM: 2 forms could not be delivered by mail and will not be tried again']);
    expect(mails[0]).toContain('To: ops@beaconfield.example');
    expect(mails[0]).toContain('npm run office -- deliveries retry');
    isRefused = false;
    await retryDeliveries(api.app.get(Database), { reference: undefined, waiting: false });
    await deliverDue();
    await lookOften();
    isRefused = true;
    await send();
    await deliverDue();
    await lookOften();
    expect(subjects().filter((subject) => !subject?.startsWith('Lead: '))).toEqual([
      'ALARM: 2 forms could not be delivered by mail and will not be tried again',
      'All clear: no undeliverable form is left for mail',
      'ALARM: 1 form could not be delivered by mail and will not be tried again',
    ]);
    const ids = mails.map((mail) => /^Message-ID: (.*)/im.exec(mail)?.[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is alerted of more given-up forms after a day, not before', async () => {
    start({ smtpUrl: (await listen(isOffice)).url });
    await send();
    await deliverDue();
    await lookOften();
    await send();
    await deliverDue();
    await lookOften();
    expect(mails).toHaveLength(1);
    await lookOften({ after: 23 * hour });
    expect(mails).toHaveLength(1);
    await lookOften({ after: 25 * hour });
    expect(subjects()[1]).toBe('ALARM: 2 forms could not be delivered by mail and will not be tried again');
    expect(mails).toHaveLength(2);
  });

  it('is alerted by webhook that mail is unavailable, and that it works again once everything is sent', async () => {
    const { url, close } = await listen(() => false);
    await close();
    const chat = await receiveEvents(200);
    const events = (): { type: string; text: string; data: object }[] => chat.seen.map(({ body }) => JSON.parse(body));
    start({ smtpUrl: url, operator: { ...operator, OPERATOR_WEBHOOK_URL: chat.url } });
    await send();
    await deliverDue();
    await lookOften();
    expect(events()).toEqual([]);
    await query("update delivery_channels set away_since = away_since - interval '16 minutes'");
    await query("update deliveries set created_at = created_at - interval '16 minutes'");
    await lookOften();
    expect(events()).toMatchObject([{ type: 'operator.alarm', data: { alarm: 'away mail' } }]);
    expect(events()[0]?.text).toContain('ALARM: the mail server has not accepted anything for 16 minutes.');
    expect(events()[0]?.text).toContain('1 form waits for it.');
    expect(events()[0]?.text).toContain('ECONNREFUSED');
    await listen(() => false, Number(new URL(url).port));
    await probeNow();
    await deliverDue();
    await lookOften();
    expect(events()).toMatchObject([{}, { type: 'operator.all-clear', data: { alarm: 'away mail' } }]);
    expect(subjects()).toEqual([
      expect.stringMatching(/^Lead: /),
      'All clear: the mail server accepts everything again',
    ]);
    await lookOften();
    expect(mails).toHaveLength(2);
  });

  it('gets the mail about a continuing alarm once mail works again', async () => {
    let isAway = true;
    start({ smtpUrl: (await listen((address) => isAway || isOffice(address))).url });
    await send();
    await deliverDue();
    await lookOften();
    expect(mails).toEqual([]);
    isAway = false;
    await lookOften({ after: 3 * hour });
    expect(subjects()).toEqual(['ALARM: 1 form could not be delivered by mail and will not be tried again']);
  });

  it('is alerted later if no channel works now', async () => {
    const { url, close } = await listen(() => false);
    await close();
    start({ smtpUrl: url });
    await send();
    await deliverDue();
    await query("update delivery_channels set away_since = away_since - interval '16 minutes'");
    await lookOften();
    await listen(() => false, Number(new URL(url).port));
    await probeNow();
    await deliverDue();
    await lookOften();
    expect(subjects()[1]).toBe('All clear: the mail server accepts everything again');
    expect(mails[1]).toContain('It began ');
  });

  it('is alerted of waiting forms although their channel works', async () => {
    start({});
    await send();
    await query(`update deliveries set refusals = 3, last_error = '451 <ada@example.com>: greylisted', next_attempt_at = now() + interval '1 hour',
      created_at = now() - interval '20 minutes'`);
    await lookOften();
    const alarm = async () => {
      const files = await readdir(join(api.dataDir, 'mail'));
      return Promise.all(files.sort().map((file) => readFile(join(api.dataDir, 'mail', file), 'utf8')));
    };
    expect(await alarm()).toEqual([
      expect.stringMatching(/Subject: ALARM: 1 form waits for delivery by mail, the oldest for 20\s+minutes/),
    ]);
    expect((await alarm())[0]).toMatch(/Last error: 451 <\[address\]>: greylisted/);
    await deliverDue();
    await retryDeliveries(api.app.get(Database), { reference: undefined, waiting: true });
    await deliverDue();
    await lookOften();
    expect(await alarm()).toHaveLength(3);
    await lookOften({ after: 8 * 24 * hour });
    expect(await query('select * from operator_alerts')).toEqual([]);
  });
});
