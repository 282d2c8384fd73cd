import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AlertChannel,
  type AlertMessage,
  createMailChannel,
  createWebhookChannel,
  sendBySmtp,
} from 'kit/server/alerts/alert-channels';
import { readAlertLog } from 'kit/server/alerts/alert-log';
import { AlertService } from 'kit/server/alerts/alert-service';
import { Webhook } from 'standardwebhooks';
import { type ReleaseStore, Stores } from '../../platform/index.ts';
import { buildFolder } from '../../platform/testing/build-dist.ts';
import { until } from '../../platform/testing/until.ts';
import { serve } from '../../testing/serve.ts';
import { alertOf, describeEnd } from './incident.ts';

const minute = 60_000;
const hour = 60 * minute;
const site = {
  ...{ brand: 'Beaconfield', link: 'https://site.example/_ops' },
  ...{ from: 'office@site.example', hostname: 'site.example' },
};
const stopped = {
  kind: 'plan-stopped',
  key: '12',
  remote: 'mf-agents',
  sentence: 'The plan of mf-agents stopped at 5 %: <too few> & so on.',
} as const;
const failing = { ...stopped, kind: 'release-failing', key: 'mf-agents 1.0.0' } as const;
let store: ReleaseStore;
let logged: string[];
let sent: AlertMessage[];
let isTaken: boolean;

beforeEach(async () => {
  store = Stores.openFolderStore(await buildFolder());
  [logged, sent, isTaken] = [[], [], true];
});

const channel: AlertChannel = {
  name: 'webhook',
  send: async (message) => {
    sent.push(message);
    if (!isTaken) throw new Error('it answered 500');
  },
};
const log = (sentence: string) => void logged.push(sentence);
const startService = (channels = [channel]) =>
  new AlertService({
    notes: store.incidents,
    channels,
    lookEvery: minute,
    describeEnd,
    log: { info: log, error: log },
  });
const titles = () => sent.map(({ title }) => title);
const alarm = 'ALARM: A canary plan stopped (mf-agents)';
const reportMany = (server: AlertService, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => server.report(alertOf({ ...stopped, key: String(index) }))));
const readAlerts = async () => (await readAlertLog(store.incidents)).alerts;

describe('people who are told of incidents', () => {
  it('hear of each once, however many servers see it, and however often', async () => {
    const servers = [startService(), startService()];
    for (const server of [...servers, ...servers]) await server.report(alertOf(stopped));
    await Promise.all(servers.map((server) => server.work()));
    await Promise.all(servers.map((server) => server.work(Date.now() + 2 * minute)));
    await startService().work(Date.now() + 3 * minute);
    expect(titles()).toEqual([alarm]);
    expect(await readAlerts()).toMatchObject([{ kind: 'plan-stopped', about: 'mf-agents', text: stopped.sentence }]);
  });

  it('hear of it by mail when the webhook is away, and the reverse', async () => {
    isTaken = false;
    const mails: AlertMessage[] = [];
    const mail: AlertChannel = { name: 'mail', send: async (message) => void mails.push(message) };
    const server = startService([channel, mail]);
    await server.report(alertOf(stopped));
    await server.work();
    expect(mails).toHaveLength(1);
    isTaken = true;
    await server.work(Date.now() + 2 * minute);
    expect(titles()).toEqual([alarm, alarm]);
    expect(mails).toHaveLength(1);
  });

  it('are told again when nobody took it, at growing distances, and not for ever', async () => {
    const server = startService();
    isTaken = false;
    await server.report(alertOf(stopped));
    const now = Date.now();
    const counts: number[] = [];
    for (const after of [0, 0.5, 1.1, 2, 5.1, 20, 31, 50, 61, 121, 25 * 60, 29 * 60, 31 * 60]) {
      await server.work(now + after * minute);
      counts.push(sent.length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 7, 8]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    for (let after = 31; after < 9 * 24; after += 6) await server.work(now + after * hour);
    const last = sent.length;
    await server.work(now + 20 * 24 * hour);
    expect(sent).toHaveLength(last);
    expect(logged.at(-1)).toContain('nobody was notified, and there are no more tries');
  });

  it('are told by another server when the one that saw it has ended', async () => {
    isTaken = false;
    const first = startService();
    await first.report(alertOf(stopped));
    await first.work();
    isTaken = true;
    const second = startService();
    await second.work(Date.now() + 10_000);
    await second.work(Date.now() + minute + 1000);
    expect(sent).toHaveLength(2);
    await startService().work(Date.now() + 6 * minute);
    expect(sent).toHaveLength(2);
  });

  it('are told while the store is away', async () => {
    await rm(store.place, { recursive: true, force: true });
    await writeFile(store.place, 'no folder');
    const server = startService();
    await server.report(alertOf(stopped));
    await server.work();
    expect(titles()).toEqual([alarm]);
    expect(logged.join()).toContain('an alert cannot be saved');
  });

  it('hear of every one of forty within an hour: those after the thirtieth in one message, with their number', async () => {
    const server = startService();
    const start = Date.now();
    await reportMany(server, 40);
    await server.work();
    expect(sent).toHaveLength(31);
    expect(sent[30]).toMatchObject({ title: 'ALARM: 10 more messages, grouped' });
    expect(sent[30]?.text).toContain(`10 x ${alarm}`);
    expect(await readAlerts()).toHaveLength(40);
    for (const key of ['200', '201']) await server.report(alertOf({ ...stopped, key }));
    await server.work(start + 2 * minute);
    expect(sent).toHaveLength(31);
    await server.work(start + 11 * minute);
    expect(titles().slice(31)).toEqual(['ALARM: 2 more messages, grouped']);
    await server.work(start + 3 * hour);
    await startService().work(start + 4 * hour);
    expect(sent).toHaveLength(32);
  });

  it('are told again of a message about many that nobody took', async () => {
    isTaken = false;
    const server = startService();
    await reportMany(server, 40);
    await server.work();
    isTaken = true;
    sent = [];
    await server.work(Date.now() + 11 * minute);
    expect(titles()).toEqual(['ALARM: 40 more messages, grouped']);
  });

  it('are told in time, and the store forgets after a week', async () => {
    const server = startService();
    await server.report(alertOf(stopped));
    await server.work();
    await startService().work(Date.now() + 8 * 24 * hour);
    expect([...(await store.incidents.readAll()).keys()]).toEqual([]);
  });
});

describe('a condition', () => {
  const settle = (server: AlertService, holding: readonly (typeof failing)[], now = Date.now()) =>
    server.settle(['release-failing'], holding.map(alertOf), { asOf: now, now });
  const over = 'All clear: mf-agents: visitors get another release, or this one no longer fails';
  const begins = 'ALARM: A release is failing in browsers (mf-agents)';

  it('is told when it begins, when it is over, and when it comes again, once by several servers', async () => {
    const start = Date.now();
    const servers = [startService(), startService()];
    const look = async (holding: readonly (typeof failing)[], after: number) => {
      for (const server of servers) await settle(server, holding, start + after);
      for (const server of servers) await server.work(start + after);
    };
    await look([failing], 0);
    await look([failing], 2 * minute);
    expect(titles()).toEqual([begins]);
    await look([], 4 * minute);
    await look([], 6 * minute);
    expect(titles()).toEqual([begins, over]);
    await look([failing], 8 * minute);
    await look([failing], 10 * minute);
    await look([], 12 * minute);
    expect(titles()).toEqual([begins, over, begins, over]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
    expect((await readAlerts()).map(({ endedAt }) => endedAt !== null)).toEqual([true, true]);
  });

  it('is not over by a look that began before another server saw it begin', async () => {
    const start = Date.now();
    await settle(startService(), [failing], start);
    const other = startService();
    await other.settle(['release-failing'], [], { asOf: start - 10, now: start + 10 });
    await other.work(start + 10);
    expect((await readAlerts()).map(({ endedAt }) => endedAt)).toEqual([null]);
  });

  it('that was over while the server that saw it had ended is found to be over by another', async () => {
    const start = Date.now();
    const first = startService();
    await settle(first, [failing], start);
    await first.work(start);
    const second = startService();
    await settle(second, [], start + 2 * minute);
    await second.work(start + 2 * minute);
    expect(titles()).toEqual([begins, over]);
  });

  it('is remembered while it lasts, however long that is', async () => {
    const start = Date.now();
    await settle(startService(), [failing], start);
    const later = startService();
    for (const days of [1, 8, 16]) {
      await settle(later, [failing], start + days * 24 * hour);
      await later.work(start + days * 24 * hour);
    }
    expect(await readAlerts()).toHaveLength(1);
  });
});

describe('a webhook', () => {
  let url: string;
  let status: number;
  let taken: { headers: IncomingHttpHeaders; body: string }[];
  const signal = new AbortController().signal;
  const message: AlertMessage = {
    ...{ type: 'alarm', id: 'msg_12', title: alarm, text: stopped.sentence, at: '2026-11-22T14:00:00.000Z' },
    data: { alarm: 'plan-stopped mf-agents' },
  };

  beforeEach(async () => {
    [status, taken] = [200, []];
    ({ url } = await serve(async (request, response) => {
      taken.push({ headers: request.headers, body: await text(request) });
      response.writeHead(status, status === 302 ? { location: url } : {}).end();
    }));
  });

  it('gets an incident signed, with one id however often it comes', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const { send } = createWebhookChannel({ site, url, secret, form: 'json' });
    await send(message, signal);
    await send(message, signal);
    const [first, second] = taken;
    if (!first || !second) throw new Error('nothing came');
    expect(first.headers['webhook-id']).toBe(second.headers['webhook-id']);
    expect(new Webhook(secret).verify(first.body, first.headers as Record<string, string>)).toEqual({
      type: 'operator.alarm',
      timestamp: message.at,
      text: `Beaconfield: ${alarm}.\n${stopped.sentence}\n${site.link}`,
      data: { alarm: 'plan-stopped mf-agents', link: site.link },
    });
  });

  it("gets it in Slack's form, where nothing of it is read as markup", async () => {
    await createWebhookChannel({ site, url, form: 'slack' }).send(message, signal);
    const body = JSON.parse(taken[0]?.body ?? '');
    expect(Object.keys(body)).toEqual(['text', 'blocks']);
    expect(body.text).toContain('&lt;too few&gt; &amp; so on.');
    expect(body.blocks[1]).toEqual({
      type: 'section',
      text: { type: 'plain_text', text: stopped.sentence, emoji: false },
    });
    expect(body.blocks[2].elements[0]).toMatchObject({ type: 'button', url: site.link });
  });

  it.each([500, 302, 404])('has not got it with an answer of %i', async (answer) => {
    status = answer;
    const { send } = createWebhookChannel({ site, url, form: 'json' });
    await expect(send(message, signal)).rejects.toThrow();
    expect(taken).toHaveLength(1);
  });
});

describe('a mail', () => {
  it('goes out by the shell server itself, with a link to the room', async () => {
    let mail = '';
    const server = createTcpServer((socket) => {
      let isData = false;
      socket.write('220 mail.example ESMTP\r\n');
      socket.on('data', (chunk) => {
        mail += chunk;
        if (isData) {
          if (mail.includes('\r\n.\r\n')) {
            isData = false;
            socket.write('250 taken\r\n');
          }
          return;
        }
        isData = /DATA\r\n$/.test(String(chunk));
        socket.write(isData ? '354 go on\r\n' : '250 mail.example\r\n');
      });
      socket.on('error', () => {});
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { send } = createMailChannel({ to: 'night@site.example', send: sendBySmtp(smtpUrl), site });
    const text = { title: alarm, text: stopped.sentence, at: '2026-11-22T14:00:00.000Z' };
    await send({ type: 'alarm', id: 'msg_12', ...text, data: {} }, new AbortController().signal);
    await until(() => mail.includes('QUIT') || mail.includes('\r\n.\r\n'));
    expect(mail).toContain('RCPT TO:<night@site.example>');
    expect(mail).toContain('Subject: ALARM: A canary plan stopped (mf-agents)');
    expect(mail).toContain('Message-ID: <msg_12@site.example>');
    expect(mail).toContain('https://site.example/_ops');
    server.close();
  });
});
