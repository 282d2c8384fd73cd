import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { addPartner } from '../../testing/add-partner.ts';
import { buildLead } from '../../testing/build-forms.ts';
import { buildSite } from '../../testing/build-settings.ts';
import { deliverAllDue } from '../../testing/deliver-due.ts';
import { listenForEvents, listenForMail, receiveEvents, receiveMails, refusal } from '../../testing/receivers.ts';
import { crmAt, secret, sharedOutbox } from '../../testing/shared-outbox.ts';
import { sharedApi, startTestApi } from '../../testing/start-test-api.ts';
import { deleteForms } from '../../testing/test-database.ts';
import { Database } from '../database/database.ts';
import { retryDeliveries } from '../office/commands/deliveries.ts';
import { releaseFromQuarantine } from '../office/submission-commands.ts';
import { QuarantineWorker } from '../quarantine/quarantine.worker.ts';
import type { Settings } from '../settings/settings.ts';
import { composeMail, repliesOfNetwork } from './mail.channel.ts';
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
    const processes = Array.from({ length: 4 }, () => start());
    await sendMany(15);
    const tried = await Promise.all(processes.map((worker) => deliverDue(worker)));
    const rest = await deliverDue();
    expect([...tried, rest].reduce((sum, count) => sum + count, 0)).toBe(15);
    expect((await rows('mail')).every(({ attempts }) => attempts === 1)).toBe(true);
  });
});

it('an endpoint refuses one form with 413, 422 and the like; 3xx, 5xx and what its address or secret may cause count against itself', async () => {
  const { url } = await listenForEvents((headers, _body, answer) => answer(Number(headers['webhook-id'])));
  const faultOf = (status: number) =>
    postEvent({ url, secrets: [secret] }, { id: String(status), body: '{}' }, { allowPrivate: true }).then(
      () => 'none',
      ({ fault }) => fault,
    );
  expect([await faultOf(204), await faultOf(413), await faultOf(422)]).toEqual(['none', 'impossible', 'impossible']);
  for (const status of [302, 400, 401, 403, 404, 405, 408, 410, 425, 429, 500])
    expect({ status, fault: await faultOf(status) }).toEqual({ status, fault: 'unclear' });
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

/** A form from before line breaks were refused. */
const forged = 'Ada\nPhone: 1-900-EVIL\r\nEmail: eve@evil.example\u2028Location: Nowhere\u0085x';

const nowhere = {
  event: 'created' as const,
  purged_at: null,
  industry: null,
  page_path: null,
  partner: null,
  consent_version: null,
  returned_at: null,
  return_reason: null,
  ip: null,
  traceparent: null,
};

const compose = (kind: 'lead' | 'support', payload: Record<string, unknown>, origin = nowhere) =>
  composeMail(
    {
      ...{
        delivery_id: '1',
        channel: 'mail',
        attempts: 1,
        refusals: 0,
        since: new Date(),
        id: 'id',
        kind,
        reference: 'L-7F3K9Q',
      },
      ...{ payload, is_test: false, created_at: new Date('2026-11-20T09:30:00Z'), ...origin },
    },
    buildSite(),
  );

describe('the mail about a form', () => {
  it('has a line for each field, even if an older form has line breaks', () => {
    const { text, html, subject } = compose('lead', { name: forged, phone: '(801) 555-0142', services: [forged] });
    expect(
      String(text)
        .split(/[\n\r\u0085\u2028]/)
        .slice(2),
    ).toEqual([
      'Name: Ada Phone: 1-900-EVIL Email: eve@evil.example Location: Nowhere x',
      'Phone: (801) 555-0142',
      'Services: Ada Phone: 1-900-EVIL Email: eve@evil.example Location: Nowhere x',
    ]);
    expect(html).not.toContain('<br>');
    expect(subject).not.toMatch(/[\n\r\u0085\u2028]/);
  });

  it('quotes a message of several lines, so that none looks like a field', () => {
    const { text, html } = compose('support', { message: forged, clientName: 'Grace' });
    expect(String(text).split('\n').slice(2)).toEqual([
      ...['Message:', '> Ada', '> Phone: 1-900-EVIL', '> Email: eve@evil.example', '> Location: Nowhere', '> x'],
      'Client name: Grace',
    ]);
    expect(html).toContain('Ada<br>Phone: 1-900-EVIL<br>');
    expect(compose('support', { message: 'Just one line.' }).text).toContain('\nMessage: Just one line.');
  });
});

describe('the automatic reply', () => {
  let mails: string[];
  let smtpUrl: string;
  /** Addresses that refuse mail permanently. */
  let refused: string[];
  const api = sharedApi(async () => {
    const server = await receiveMails({
      onRcptTo: ({ address }, _session, done) =>
        done(refused.includes(address) ? refusal(550, 'no such mailbox') : undefined),
    });
    mails = server.mails;
    smtpUrl = server.url;
    return { autoresponse: true, smtpUrl };
  });
  beforeEach(async () => {
    mails.splice(0);
    refused = [];
    await deleteForms(api.database.client);
  });

  const send = async (overrides: object = {}, headers: Record<string, string> = {}) =>
    (await (await api.post('/api/leads', buildLead(overrides), headers)).json()).reference as string;
  const deliver = () => deliverAllDue(api.app);
  const replies = () => mails.filter((mail) => /^Subject: We have your message/m.test(mail));

  it('goes to the visitor once the form is kept, says what it is, and repeats nothing that was typed', async () => {
    const name = 'Cheap Pills http://evil.example';
    const reference = await send({ name, company: name, location: name });
    await deliver();
    await deliver();
    expect(mails).toHaveLength(2);
    const [reply = ''] = replies();
    expect(reply).toContain(`Subject: We have your message (${reference})`);
    expect(reply).toMatch(/^To: ada@example\.com\r$/m);
    expect(reply).toMatch(/^From: Beaconfield <sales@beaconfield\.example>\r$/m);
    expect(reply).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    expect(reply).toContain('(801) 555-0142');
    expect(reply).not.toMatch(/pills|evil/i);
  });

  it('goes once a day to an address, however it is written and however many forms come at once', async () => {
    await Promise.all(['ada@example.com', 'ADA@example.com', 'Ada@Example.com'].map((email) => send({ email })));
    await deliver();
    await send();
    await deliver();
    expect(replies()).toHaveLength(1);
    await api.database.client.query(`update reply_addresses set replied_at = now() - interval '25 hours'`);
    await send();
    await deliver();
    expect(replies()).toHaveLength(2);
  });

  it('goes to few addresses from one network', async () => {
    for (let number = 0; number < repliesOfNetwork + 3; number++)
      await send({ email: `stranger${number}@example.com` });
    await deliver();
    expect(replies()).toHaveLength(repliesOfNetwork);
    expect(mails).toHaveLength(2 * repliesOfNetwork + 3);
  });

  it.each(['sales@beaconfield.example', 'no-reply@example.com', 'MAILER-DAEMON@example.com', 'bounce+1@example.com'])(
    'does not go to %s',
    async (email) => {
      await send({ email });
      await deliver();
      expect(replies()).toHaveLength(0);
      expect(mails).toHaveLength(1);
    },
  );

  it('does not go to tests, to partners’ visitors, or to what is in quarantine, released or not', async () => {
    const { authorization } = await addPartner(api.database);
    await send({ isTest: true, email: 'test@example.com' });
    await send({ email: 'partner@example.com' }, authorization);
    const machine = await send(
      { email: 'machine@example.com' },
      { 'X-Form-Context': 'page=%2F&consent=1&fill=9000&trap=x' },
    );
    await releaseFromQuarantine(api.app.get(Database), machine, 'anna');
    await api.app.get(QuarantineWorker).queueReleased();
    await deliver();
    expect(replies()).toHaveLength(0);
    expect(mails).toHaveLength(2);
  });

  it('is no DEAD letter where the address takes no mail, and never comes days later', async () => {
    refused = ['ada@example.com'];
    await send();
    await send({ email: 'late@example.com' });
    await api.database.client.query(
      `update submissions set created_at = now() - interval '25 hours' where payload->>'email' = 'late@example.com'`,
    );
    await deliver();
    expect(replies()).toHaveLength(0);
    const { rows } = await api.database.client.query(
      `select count(*)::int as open from deliveries where delivered_at is null`,
    );
    expect(rows).toEqual([{ open: 0 }]);
  });

  it('is off unless it is switched on', async () => {
    const silent = await startTestApi({ smtpUrl }, { beside: api });
    await silent.post('/api/leads', buildLead());
    await deliverAllDue(silent.app);
    await silent.stop();
    expect(mails).toHaveLength(1);
    expect(replies()).toHaveLength(0);
  });
});
