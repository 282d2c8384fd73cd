import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { addPartner } from '../../testing/add-partner.ts';
import { buildLead } from '../../testing/build-forms.ts';
import { buildSite } from '../../testing/build-settings.ts';
import { deliverAllDue } from '../../testing/deliver-due.ts';
import { receiveMails, refusal } from '../../testing/receivers.ts';
import { runOffice } from '../../testing/run-office.ts';
import { sharedApi, startTestApi } from '../../testing/start-test-api.ts';
import { deleteForms } from '../../testing/test-database.ts';
import { CleanUpWorker } from '../clean-up.worker.ts';
import { Database } from '../database/database.ts';
import { releaseFromQuarantine } from '../office/submission-commands.ts';
import { QuarantineWorker } from '../quarantine/quarantine.worker.ts';
import { CHANNELS, type Channels, type DueDelivery } from './channel.ts';
import { composeMail, repliesOfNetwork } from './mail.channel.ts';

const dayMs = 86_400_000;

describe('mail files', () => {
  const logged: { file?: string; why?: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) });
  const api = sharedApi({ mailFileDays: 30 }, log);

  beforeEach(async () => {
    await rm(join(api.dataDir, 'mail'), { recursive: true, force: true });
    logged.length = 0;
  });

  const send = async (): Promise<string> => (await (await api.post('/api/leads', buildLead())).json()).reference;
  const mails = async () => (await readdir(join(api.dataDir, 'mail')).catch(() => [])).sort();
  const purge = async (reference: string) => {
    await runOffice(api, ['purge', reference], api.dataDir);
  };
  /** A delivery that a worker has taken but not written yet. */
  const take = async (reference: string): Promise<DueDelivery> => {
    const { rows } = await api.database.client.query('select * from submissions where reference = $1', [reference]);
    return { ...rows[0], delivery_id: '1', channel: 'mail', attempts: 1 };
  };
  const sweep = () => api.app.get(CleanUpWorker).sweepMailFiles();
  const write = async (name: string, days: number) => {
    await mkdir(join(api.dataDir, 'mail'), { recursive: true });
    await writeFile(join(api.dataDir, 'mail', name), 'mail');
    const time = new Date(Date.now() - days * dayMs);
    await utimes(join(api.dataDir, 'mail', name), time, time);
  };

  it('do not come back when a form is erased while another process writes its mail', async () => {
    const reference = await send();
    const taken = await take(reference);
    await purge(reference);
    await api.app.get<Channels>(CHANNELS).mail?.deliver(taken);
    expect(await mails()).toEqual([]);
  });

  it('of a form that was erased go, whatever a writer that was killed had left of them', async () => {
    const reference = await send();
    await write(`${reference}.eml.part`, 0);
    await purge(reference);
    expect(await mails()).toEqual([]);
    for (const file of [`${reference}.eml`, `${reference}.eml.part`]) await write(file, 0);
    await write(`${await send()}.eml`, 0);
    await sweep();
    expect(await mails()).toHaveLength(1);
    expect(logged.filter(({ why }) => why === 'its form was erased')).toHaveLength(2);
  });

  it('are erased when they are too old and not before, and the log says which', async () => {
    await write('L-AAAAAA.eml', 31);
    await write('L-BBBBBB.eml', 29);
    await write('L-CCCCCC.eml.part', 31);
    await write('notes.txt', 400);
    await sweep();
    expect(await mails()).toEqual(['L-BBBBBB.eml', 'notes.txt']);
    expect(logged.map(({ file, why }) => `${file}: ${why}`).sort()).toEqual([
      'L-AAAAAA.eml: older than 30 days',
      'L-CCCCCC.eml.part: older than 30 days',
    ]);
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
    const silent = await startTestApi({ smtpUrl });
    await silent.post('/api/leads', buildLead());
    await deliverAllDue(silent.app);
    await silent.stop();
    expect(mails).toHaveLength(1);
    expect(replies()).toHaveLength(0);
  });
});
