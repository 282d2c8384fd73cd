import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSettings } from '../../testing/build-settings.ts';
import { listenForMail, receiveEvents, receiveMails } from '../../testing/receivers.ts';
import { runOffice } from '../../testing/run-office.ts';
import { crmAt, sharedOutbox } from '../../testing/shared-outbox.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import type { Settings } from '../settings/settings.ts';
import { QuarantineWorker } from './quarantine.worker.ts';

const trapped = { 'X-Form-Context': 'page=%2Fhvac&consent=1&fill=9000&trap=Ada' };

describe('the quarantine', () => {
  const { api, query, startJob, start, deliverDue, send } = sharedOutbox({});
  const startWorker = (settings: Partial<Settings> = {}) => startJob(QuarantineWorker, settings);
  const hold = async (overrides: object = {}) => (await send(overrides, trapped)).reference;
  const office = async (...args: string[]) => JSON.parse(await runOffice(api, [...args, '--json'], api.dataDir));
  const deliveries = () => query('select channel, attempts from deliveries order by channel');
  const mails = async () =>
    (await readdir(join(api.dataDir, 'mail')).catch(() => [])).filter((name) => name.startsWith('q'));

  it('is listed and counted, without tests and without what was erased', async () => {
    const reference = await hold();
    await hold({ name: 'Test', isTest: true });
    await office('purge', await hold({ name: 'Erased' }));
    const reason = 'trap filled';
    expect(await office('quarantine', 'list')).toEqual([
      expect.objectContaining({ reference, kind: 'lead', name: 'Ada Lovelace', phone: '(801) 555-0142', reason }),
    ]);
    expect(await office('quarantine', 'count')).toEqual([{ kind: 'lead', reason, count: 1 }]);
    expect(await office('quarantine', 'list', '--since', '2100-01-01')).toEqual([]);
  });

  it('delivers what was released once, on every channel, with two operators and three processes at once', async () => {
    const processes = [1, 2, 3].map(() => startWorker({ webhook: crmAt('http://127.0.0.1:1/') }));
    const reference = await hold();
    const release = (by: string) => office('quarantine', 'release', reference.toLowerCase(), '--by', by);
    const released = await Promise.allSettled([release('Ada'), release('Grace')]);
    expect(released.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(released.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { exitCode: 1, message: expect.stringMatching(/^(Ada|Grace) released L-\w+ already, at /) },
    });
    const queued = await Promise.all([...processes, ...processes].map((worker) => worker.queueReleased()));
    expect(queued.flat()).toEqual([reference]);
    expect(await deliveries()).toEqual([
      { channel: 'mail', attempts: 0 },
      { channel: 'webhook', attempts: 0 },
    ]);
    expect(await office('leads', 'list')).toMatchObject([
      { reference, status: expect.stringMatching(/^released by /) },
    ]);
    expect(await office('quarantine', 'count')).toEqual([]);
  });

  it('has the mail of what was released written like that of any other form', async () => {
    const reference = await hold();
    await office('quarantine', 'release', reference);
    await startWorker().queueReleased();
    expect(await deliverDue(start())).toBe(1);
    expect(await readFile(join(api.dataDir, 'mail', `${reference}.eml`), 'utf8')).toContain('Ada Lovelace');
  });

  it('delivers nothing that was erased after its release', async () => {
    const reference = await hold();
    await office('quarantine', 'release', reference);
    await office('purge', reference);
    expect(await startWorker().queueReleased()).toEqual([]);
    expect(await deliveries()).toEqual([]);
  });

  it('says why it does not release a form', async () => {
    const { reference: plain } = await send();
    const erased = await hold();
    await office('purge', erased);
    const release = (reference: string) => office('quarantine', 'release', reference);
    await expect(release('L-000000')).rejects.toMatchObject({ exitCode: 3 });
    await expect(release(plain)).rejects.toThrow(/is not in quarantine/);
    await expect(release(erased)).rejects.toThrow(/was erased/);
    await expect(release(await hold({ isTest: true }))).rejects.toThrow(/is a test/);
  });

  it('is told to the office in one mail a day, whatever number of processes run and however often they start', async () => {
    const { url: smtpUrl, mails: sent } = await receiveMails();
    const told = () => sent.map((mail) => mail.replaceAll('=\r\n', ''));
    const references = [await hold({ name: 'First' }), await hold({ name: 'Second' })];
    const processes = [1, 2, 3].map(() => startWorker({ smtpUrl }));
    await Promise.all([...processes, ...processes].map((worker) => worker.report()));
    expect(sent).toHaveLength(1);
    expect(told()[0]).toContain('Subject: Quarantine: 2 forms not delivered');
    expect(told()[0]).toContain('To: office@beaconfield.example');
    for (const text of [...references, 'First', 'Second']) expect(told()[0]).toContain(text);

    const late = await hold({ name: 'Third' });
    await startWorker({ smtpUrl }).report();
    expect(sent).toHaveLength(1);
    await query('update quarantine_reports set day = day - 1');
    await query('update submissions set quarantine_reported_on = quarantine_reported_on - 1');
    await Promise.all(processes.map((worker) => worker.report()));
    expect(sent).toHaveLength(2);
    expect(told()[1]).toContain(`npm run office -- quarantine release ${late}`);
    expect(told()[1]).not.toContain('First');
  });

  it('is not told before the hour, nor when nothing is new, released or erased meanwhile', async () => {
    const reference = await hold();
    await startWorker({ quarantineMailHour: 24 }).report();
    expect(await mails()).toEqual([]);
    await office('quarantine', 'release', reference);
    await hold({ isTest: true });
    const due = startWorker();
    await due.report();
    expect(await mails()).toEqual([]);
    await office('purge', await hold());
    await due.report();
    expect(await mails()).toEqual([]);
  });

  it('is told later when the mail server does not answer, under the same Message-ID', async () => {
    const ids: (string | undefined)[] = [];
    const { url: smtpUrl } = await listenForMail((mail, taken) => {
      ids.push(/^Message-ID: (.*)$/m.exec(mail)?.[1]);
      taken(ids.length === 1 ? new Error('lost in the middle of the answer') : undefined);
    });
    const worker = startWorker({ smtpUrl });
    await hold();
    await worker.report();
    await worker.report();
    expect(ids).toHaveLength(1);
    await query('update quarantine_reports set next_attempt_at = now()');
    await worker.report();
    await worker.report();
    expect(ids).toEqual([expect.stringMatching(/^<quarantine-\d{4}-\d\d-\d\d@localhost>$/), ids[0]]);
  });

  it("is told to the operator's webhook in numbers once a day, also while no mail gets through", async () => {
    const { url, seen } = await receiveEvents();
    const operator = { ...buildSettings().operator, OPERATOR_WEBHOOK_URL: url };
    const worker = startWorker({ smtpUrl: 'smtp://127.0.0.1:1', operator });
    await hold({ name: 'Eve' });
    await hold();
    await worker.report();
    await query('update quarantine_reports set next_attempt_at = now()');
    await worker.report();
    expect(seen.map(({ body }) => JSON.parse(body))).toEqual([
      {
        type: 'operator.quarantine',
        timestamp: expect.any(String),
        text: expect.stringMatching(/^Beaconfield: 2 forms in quarantine/),
        data: { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), forms: 2 },
      },
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/Eve|Ada|@|555/);
    expect(await query('select attempts, sent_at from quarantine_reports')).toEqual([{ attempts: 2, sent_at: null }]);
  });

  it('is counted for Prometheus until it is released', async () => {
    const reference = await hold();
    await hold({ isTest: true });
    const counted = async () =>
      /^submissions_in_quarantine (\d+)$/m.exec(await (await api.get('/api/metrics')).text())?.[1];
    expect(await counted()).toBe('1');
    await office('quarantine', 'release', reference);
    expect(await counted()).toBe('0');
  });

  it('is told by name for fifty forms and by number for the others, each on a line of its own', async () => {
    await query(`insert into submissions (kind, reference, payload, request_hash, quarantine_reason, created_at)
      select 'lead', 'L-' || 100000 + number, case when number < 52 then json_build_object('name', 'Ada')
        else '{"name":"Eve\\nL-000000  lead  forged\\u2028x"}' end, '', 'trap filled',
        now() - interval '1 minute' + number * interval '1 second'
      from generate_series(1, 52) as number`);
    await startWorker().report();
    const [file = ''] = await mails();
    const mail = (await readFile(join(api.dataDir, 'mail', file), 'utf8')).replaceAll('=\r\n', '');
    expect(mail.match(/^L-\w{6} /gm)).toHaveLength(50);
    expect(mail).toContain('Eve L-000000 lead forged x');
    expect(mail).toContain('and 2 more.');
  });

  it('delivers and tells by itself in the background', async () => {
    const site = await startTestApi({ deliveryWorker: true }, { beside: api });
    const reference = await hold();
    await office('quarantine', 'release', reference);
    const end = Date.now() + 30_000;
    while ((await deliveries()).length === 0 && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await site.stop();
    expect(await deliveries()).toMatchObject([{ channel: 'mail' }]);
  });
});
