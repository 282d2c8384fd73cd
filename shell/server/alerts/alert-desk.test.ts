import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { openFolderStore, type ReleaseStore, readIncidents } from '../../platform/index.ts';
import { buildFolder } from '../../platform/testing/build-dist.ts';
import { until } from '../../platform/testing/until.ts';
import { AlertDesk, type AlertWay } from './alert-desk.ts';
import { createMailWay } from './mail-way.ts';
import { createWebhookWay } from './webhook-way.ts';

const minute = 60_000;
const site = { brand: 'Beaconfield', roomUrl: 'https://site.example/_ops' };
const stopped = {
  kind: 'plan-stopped',
  key: '12',
  remote: 'mf-agents',
  sentence: 'The plan of mf-agents stopped at 5 %: <too few> & so on.',
} as const;
let store: ReleaseStore;
let said: string[];
let sent: string[];
let isTaken: boolean;

beforeEach(async () => {
  store = openFolderStore(await buildFolder());
  [said, sent, isTaken] = [[], [], true];
});

const way: AlertWay = {
  name: 'webhook',
  send: async (_incident, id) => {
    sent.push(id);
    if (!isTaken) throw new Error('it answered 500');
  },
};
const startDesk = () => new AlertDesk({ store, ways: [way], say: (sentence) => void said.push(sentence) });

describe('people who are told of incidents', () => {
  it('hear of each once, however many servers see it, and however often', async () => {
    const desks = [startDesk(), startDesk()];
    for (const desk of [...desks, ...desks]) await desk.report(stopped);
    await Promise.all(desks.map((desk) => desk.work()));
    await Promise.all(desks.map((desk) => desk.work(Date.now() + 2 * minute)));
    await startDesk().work(Date.now() + 3 * minute);
    expect(sent).toEqual(['plan-stopped-12']);
    expect(await readIncidents(store)).toEqual([{ ...stopped, at: expect.any(String) }]);
  });

  it('are told again when nobody took it, at growing distances, and not for ever', async () => {
    const desk = startDesk();
    isTaken = false;
    await desk.report(stopped);
    const now = Date.now();
    const times = [0, 0.5, 1.1, 2, 5.1, 20, 31, 100, 121, 721, 1500, 3000];
    const counts: number[] = [];
    for (const after of times) {
      await desk.work(now + after * minute);
      counts.push(sent.length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 6, 6]);
    expect(said.at(-1)).toBe(`nobody was told by webhook of: ${stopped.sentence}`);
  });

  it('are told by another server when the one that saw it has ended', async () => {
    isTaken = false;
    const first = startDesk();
    await first.report(stopped);
    await first.work();
    isTaken = true;
    const second = startDesk();
    await second.work(Date.now() + 10_000);
    await second.work(Date.now() + minute + 1000);
    expect(sent).toHaveLength(2);
    await startDesk().work(Date.now() + 6 * minute);
    expect(sent).toHaveLength(2);
  });

  it('are told while the store is away', async () => {
    await rm(store.place, { recursive: true, force: true });
    await writeFile(store.place, 'no folder');
    const desk = startDesk();
    await desk.report(stopped);
    await desk.work();
    expect(sent).toEqual(['plan-stopped-12']);
    expect(said.join()).toContain('an incident cannot be noted in the store');
  });

  it('are not flooded', async () => {
    const desk = startDesk();
    for (let index = 0; index < 100; index += 1) await desk.report({ ...stopped, key: String(index) });
    await desk.work();
    expect(sent).toHaveLength(30);
    expect(said.filter((sentence) => sentence.startsWith('more than 30 incidents'))).toHaveLength(1);
  });

  it('are told in time, and the store forgets after a week', async () => {
    const desk = startDesk();
    await desk.report(stopped);
    await desk.work();
    await startDesk().work(Date.now() + 8 * 24 * 60 * minute);
    expect([...(await store.incidents.readAll()).keys()]).toEqual([]);
  });
});

describe('a webhook', () => {
  let server: Server;
  let url: string;
  let status: number;
  let taken: { headers: IncomingHttpHeaders; body: string }[];
  const signal = new AbortController().signal;
  const incident = { ...stopped, at: '2026-11-22T14:00:00.000Z' };

  beforeEach(async () => {
    [status, taken] = [200, []];
    server = createServer(async (request, response) => {
      taken.push({ headers: request.headers, body: await text(request) });
      response.writeHead(status, status === 302 ? { location: url } : {}).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('gets an incident as the API posts its own, signed, with one id however often it comes', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const { send } = createWebhookWay({ ...site, url, secret, form: 'json' });
    await send(incident, 'plan-stopped-12', signal);
    await send(incident, 'plan-stopped-12', signal);
    const [first, second] = taken;
    if (!first || !second) throw new Error('nothing came');
    expect(first.headers['webhook-id']).toBe(second.headers['webhook-id']);
    expect(new Webhook(secret).verify(first.body, first.headers as Record<string, string>)).toEqual({
      type: 'operator.alarm',
      timestamp: incident.at,
      text: `ALARM: Beaconfield: The plan of a canary stopped (mf-agents). ${incident.sentence}\n${site.roomUrl}`,
      data: {
        alarm: 'plan-stopped mf-agents',
        raisedAt: incident.at,
        kind: 'plan-stopped',
        remote: 'mf-agents',
        sentence: incident.sentence,
        room: site.roomUrl,
      },
    });
  });

  it("gets it in Slack's form, where nothing of it is read as markup", async () => {
    await createWebhookWay({ ...site, url, form: 'slack' }).send(incident, 'plan-stopped-12', signal);
    const body = JSON.parse(taken[0]?.body ?? '');
    expect(Object.keys(body)).toEqual(['text', 'blocks']);
    expect(body.text).toContain('&lt;too few&gt; &amp; so on.');
    expect(body.blocks[1]).toEqual({
      type: 'section',
      text: { type: 'plain_text', text: incident.sentence, emoji: false },
    });
    expect(body.blocks[2].elements[0]).toMatchObject({ type: 'button', url: site.roomUrl });
  });

  it.each([500, 302, 404])('has not got it with an answer of %i', async (answer) => {
    status = answer;
    const { send } = createWebhookWay({ ...site, url, form: 'json' });
    await expect(send(incident, 'plan-stopped-12', signal)).rejects.toThrow();
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
    const addresses = { from: 'office@site.example', to: 'night@site.example', hostname: 'site.example' };
    const { send } = createMailWay({ ...site, ...addresses, smtpUrl });
    await send({ ...stopped, at: '2026-11-22T14:00:00.000Z' }, 'plan-stopped-12', new AbortController().signal);
    await until(() => mail.includes('QUIT') || mail.includes('\r\n.\r\n'));
    expect(mail).toContain('RCPT TO:<night@site.example>');
    expect(mail).toContain('Subject: ALARM: The plan of a canary stopped (mf-agents)');
    expect(mail).toMatch(/Message-ID: <msg_[0-9a-f]{32}@site\.example>/);
    expect(mail).toContain('https://site.example/_ops');
    server.close();
  });
});
