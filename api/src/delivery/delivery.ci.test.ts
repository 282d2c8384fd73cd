import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { buildLead } from '../../testing/build-forms.ts';
import { listenForEvents, listenForMail, receiveEvents, receiveMails, refusal } from '../../testing/receivers.ts';
import { crmAt, secret, sharedOutbox } from '../../testing/shared-outbox.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import { Database } from '../database/database.ts';
import { retryDeliveries } from '../office/commands/deliveries.ts';
import type { Settings } from '../settings/settings.ts';
import { OperatorWatch } from './operator-watch.ts';
import { Outbox } from './outbox.ts';
import { postEvent } from './post-json.ts';
import { buildWebhookChannel } from './webhook.channel.ts';

describe('deliveries', () => {
  const { api, start, deliverDue, comeDue, rows, send, sendMany } = sharedOutbox();

  it('write a mail file without an SMTP server', async () => {
    start();
    const { reference } = await send({ name: 'Zoë <b>' });
    expect(await deliverDue()).toBe(1);
    expect(await readdir(join(api.dataDir, 'mail'))).toContain(`${reference}.eml`);
    const mail = await readFile(join(api.dataDir, 'mail', `${reference}.eml`), 'utf8');
    expect(mail).toContain('To: sales@beaconfield.example');
    expect(mail).toContain('<ada@example.com>');
    expect(mail).toContain('Content-Type: text/plain');
    expect(mail).toContain('<td>Zo=C3=AB &lt;b&gt;</td>');
    expect(await deliverDue()).toBe(0);
  });

  it('reach the right mailbox through SMTP, with replies going to the person', async () => {
    const { mails, url: smtpUrl } = await receiveMails();
    start({ smtpUrl });
    const { id, reference } = await send();
    await deliverDue();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`Subject: Lead: Ada Lovelace, Salt Lake City (${reference})`);
    expect(mails[0]).toContain('Reply-To: Ada Lovelace <ada@example.com>');
    expect(mails[0]).toContain(`Message-ID: <${id}@localhost>`);
    expect(mails[0]).toContain('text/html');
  });

  it('are retried after a refusal, and given up with an error in the log after five days', async () => {
    const logged: string[] = [];
    const { url } = await receiveMails({
      onRcptTo: (_address, _session, done) => done(refusal(451, 'greylisted')),
    });
    start({ smtpUrl: url }, pino({ level: 'error' }, { write: (line) => logged.push(line) }));
    const { reference } = await send();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 11; attempt++) {
      await deliverDue();
      const [{ wait }] = await rows('mail');
      waits.push(Math.ceil(wait / 10) * 10);
      await comeDue();
    }
    expect(waits.slice(0, 4)).toEqual([10, 60, 300, 1800]);
    expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(4.5 * 24 * 3600);
    expect(logged).toEqual([]);
    await deliverDue();
    expect(await rows('mail')).toMatchObject([
      { attempts: 12, dead: true, last_error: expect.stringContaining('greylisted') },
    ]);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { reference, channel: 'mail', attempts: 12, msg: expect.stringMatching(/^DEAD LETTER: .*office -- deliveries/) },
    ]);
    expect(await (await api.get('/api/metrics')).text()).toContain('deliveries_undelivered{state="dead"} 1');
    await comeDue();
    expect(await deliverDue()).toBe(0);
  });

  it('finish attempts in progress before the process stops', async () => {
    const mail = Promise.withResolvers<() => void>();
    const event = Promise.withResolvers<() => void>();
    const { url: smtpUrl } = await listenForMail((_mail, taken) => mail.resolve(taken));
    const { url } = await listenForEvents((_headers, _body, answer) => event.resolve(() => answer(204)));
    const site = await startTestApi({ smtpUrl, webhook: crmAt(url), deliveryWorker: true });
    await site.post('/api/leads', buildLead());
    const underWay = await Promise.all([mail.promise, event.promise]);
    const stopped = site.app.close();
    for (const finish of underWay) finish();
    await stopped;
    const made = 'select attempts, delivered_at is not null as delivered from deliveries';
    const { rows: found } = await site.database.client.query(made);
    await site.stop();
    expect(found).toEqual(Array(2).fill({ attempts: 1, delivered: true }));
  });

  it.each([
    ['the server’s answer was lost', new Error('lost in the middle of the answer'), 1],
    ['the server shuts down instead of accepting it', refusal(421, 'going down'), 0],
  ])('are sent again with the same Message-ID if %s', async (_what, failure, refusals) => {
    const ids: (string | undefined)[] = [];
    const { url: smtpUrl } = await listenForMail((mail, taken) => {
      ids.push(/^Message-ID: (.*)$/m.exec(mail)?.[1]);
      taken(ids.length === 1 ? failure : undefined);
    });
    start({ smtpUrl });
    await send();
    await deliverDue();
    await comeDue();
    await deliverDue();
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await rows('mail')).toMatchObject([{ attempts: 2, refusals, delivered: true, last_error: null }]);
  });

  it('post a signed event to the CRM, with the same id at each attempt', async () => {
    const seen: { headers: Record<string, string>; body: string }[] = [];
    const answers = [500, 204];
    const { url } = await listenForEvents((headers, body, answer) => {
      seen.push({ headers, body });
      answer(answers.shift() ?? 204);
    });
    start({ webhook: crmAt(url) });
    const { reference } = await send();
    await deliverDue();
    await comeDue();
    await deliverDue();
    expect(seen).toHaveLength(2);
    expect(seen[0]?.headers['webhook-id']).toBe(seen[1]?.headers['webhook-id']);
    const event = new Webhook(secret).verify(seen[1]?.body ?? '', seen[1]?.headers ?? {});
    expect(event).toMatchObject({ type: 'lead.created', data: { reference, isTest: false, email: 'ada@example.com' } });
    expect(await rows('webhook')).toMatchObject([{ delivered: true }]);
  });

  it.each(['http://[::1]:9/', 'http://localhost:9/'])('never post to the private address %s', async (url) => {
    start({ webhook: { ...crmAt(url), allowPrivate: false } });
    await send();
    await deliverDue();
    expect(await rows('webhook')).toMatchObject([{ last_error: expect.stringMatching(/is a private address/) }]);
  });

  it('connect to the address that was checked, even if the name changes', async () => {
    const { url, seen } = await receiveEvents();
    const { port } = new URL(url);
    // The first address is of the former 6bone (RFC 3701), so nothing answers.
    const looks = ['3ffe::1', '127.0.0.1'];
    const channel = buildWebhookChannel(
      async () => ({ url: `http://crm.example:${port}/`, secrets: [secret] }),
      false,
      (_host, _options, callback) =>
        callback(null, [{ address: looks.shift() ?? '127.0.0.1', family: looks.length > 0 ? 6 : 4 }]),
    );
    await send();
    const [due] = await new Outbox(api.app.get(Database)).claim('mail', 1);
    if (!due) throw new Error('nothing is due');
    await expect(channel.deliver(due)).rejects.toThrow(/3ffe::1|no answer/);
    expect(looks).toEqual(['127.0.0.1']);
    await expect(channel.deliver(due)).rejects.toThrow(/is a private address/);
    expect(seen).toEqual([]);
  });

  it('leave out forms from bots and partners’ test forms', async () => {
    start();
    await api.post('/api/leads', buildLead(), { 'X-Form-Context': 'page=%2Fhvac&consent=1&fill=10&trap=' });
    await send({ isTest: true });
    expect(await deliverDue()).toBe(0);
  });

  it('are made once if several processes poll at the same time', async () => {
    const processes = Array.from({ length: 6 }, () => start());
    await sendMany(30);
    const tried = await Promise.all(processes.map((worker) => deliverDue(worker)));
    const rest = await deliverDue();
    expect([...tried, rest].reduce((sum, count) => sum + count, 0)).toBe(30);
    expect((await rows('mail')).every(({ attempts }) => attempts === 1)).toBe(true);
  });
});

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

describe('an endpoint that answers byte by byte', () => {
  let server: Server;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  /** Sends `first` at once, then single bytes without an end. */
  const drip = async (first: string, byte: string) => {
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', async () => {
        socket.write(first);
        while (!socket.destroyed) {
          await sleep(10);
          socket.write(byte);
        }
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // It listens on TCP.
    return (timeoutMs: number) =>
      postEvent(
        { url: `http://127.0.0.1:${port}/`, secrets: [] },
        { id: 'msg_1', body: '{}' },
        { allowPrivate: true, timeoutMs },
      );
  };

  it('fails at the timeout if its headers never end', async () => {
    const post = await drip(head, 'x');
    await expect(post(300)).rejects.toMatchObject({
      message: 'no answer within 0.3 s',
      fault: 'unclear',
    });
  });

  it('has accepted the event once its status has arrived', async () => {
    const post = await drip(`${head}\r\n`, 'x');
    await post(5000);
    await once(sockets[0] as Socket, 'close');
  });
});

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
