import { beforeEach, describe, expect, it } from '@jest/globals';
import { addPartner } from '../../testing/add-partner.ts';
import { buildLead } from '../../testing/build-forms.ts';
import { deliverAllDue } from '../../testing/deliver-due.ts';
import { receiveMails, refusal } from '../../testing/receivers.ts';
import { sharedApi, startTestApi } from '../../testing/start-test-api.ts';
import { deleteForms } from '../../testing/test-database.ts';
import { Database } from '../database/database.ts';
import { releaseFromQuarantine } from '../office/submission-commands.ts';
import { QuarantineWorker } from '../quarantine/quarantine.worker.ts';
import { repliesOfNetwork } from './reply.channel.ts';

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
