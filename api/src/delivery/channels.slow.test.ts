import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { SMTPServerOptions } from 'smtp-server';
import { listenForEvents, listenForMail, receiveEvents, receiveMails, refusal } from '../../testing/receivers.ts';
import { crmAt, sharedOutbox } from '../../testing/shared-outbox.ts';
import { Database } from '../database/database.ts';
import { DeliveryWorker } from './delivery.worker.ts';
import { Outbox } from './outbox.ts';

const nobody = 'smtp://127.0.0.1:1';

describe('channels', () => {
  const { api, query, startJob, start, deliverDue, comeDue, rows, isAway, send, sendMany } = sharedOutbox();
  const startMailServer = async (...server: Parameters<typeof listenForMail>) => (await listenForMail(...server)).url;
  const startCrm = async (onEvent: Parameters<typeof listenForEvents>[0]) =>
    crmAt((await listenForEvents(onEvent)).url);
  const until = async (holds: () => boolean | Promise<boolean>, what: string) => {
    for (const end = Date.now() + 45_000; !(await holds()); await sleep(20)) {
      if (Date.now() > end) throw new Error(`timed out waiting until ${what}`);
    }
  };
  const failures = async (channel: string) => (await rows(channel)).filter(({ last_error }) => last_error !== null);

  it('send every mail while the CRM hangs, before the first post fails', async () => {
    const { mails, url: smtpUrl } = await receiveMails();
    start({ smtpUrl, webhook: await startCrm(() => undefined), deliveryWorker: true });
    await sendMany(15);
    await until(() => mails.length === 15, 'all mails were sent');
    expect(await failures('webhook')).toEqual([]);
  });

  it('make every post while the mail server hangs, before the first mail fails', async () => {
    const smtpUrl = await startMailServer(() => undefined, { onConnect: () => undefined });
    const { seen, url } = await receiveEvents();
    start({ smtpUrl, webhook: crmAt(url), deliveryWorker: true });
    await sendMany(15);
    await until(() => seen.length === 15, 'all posts were made');
    expect(await failures('mail')).toEqual([]);
  });

  it('send a mail once to a server that takes 21 s to accept it', async () => {
    let mails = 0;
    const smtpUrl = await startMailServer((_mail, taken) => {
      mails++;
      setTimeout(taken, 21_000);
    });
    start({ smtpUrl });
    await send();
    await deliverDue();
    expect(mails).toBe(1);
    expect(await rows('mail')).toMatchObject([{ attempts: 1, delivered: true }]);
  });

  it('count no refusal during an outage, and send everything after the first success', async () => {
    const server = await receiveMails();
    await server.close();
    start({ smtpUrl: server.url });
    await sendMany(12);
    for (let look = 0; look < 4; look++) {
      await deliverDue();
      await comeDue();
    }
    expect((await rows('mail')).every(({ refusals, dead }) => refusals === 0 && !dead)).toBe(true);
    await query("update deliveries set refusals = 6, next_attempt_at = now() + interval '6 hours' where id % 2 = 0");
    const { mails } = await receiveMails({}, Number(new URL(server.url).port));
    await query('update delivery_channels set probe_at = now()');
    for (let look = 0; look < 3; look++) await deliverDue();
    expect((await rows('mail')).every(({ delivered }) => delivered)).toBe(true);
    expect(mails).toHaveLength(12);
  });

  it('are probed by one delivery at a time, across all processes', async () => {
    start({ smtpUrl: nobody });
    const second = start({ smtpUrl: nobody });
    await sendMany(4);
    await deliverDue();
    const tries = async () => (await query('select sum(attempts)::int as tries from deliveries'))[0].tries;
    const before = await tries();
    await query("update delivery_channels set probe_at = now() + interval '1 hour'");
    expect(await deliverDue(second)).toBe(0);
    await query('update delivery_channels set probe_at = now()');
    await Promise.all([deliverDue(), deliverDue(second), deliverDue(), deliverDue(second)]);
    expect(await tries()).toBe(before + 1);
  });

  const noService = (code: number) => refusal(code, 'no service');
  it.each<{ what: string; code: number; options: SMTPServerOptions; user?: string }>([
    { what: 'a connection', code: 554, options: { onConnect: (_session, done) => done(noService(554)) } },
    { what: 'a connection', code: 421, options: { onConnect: (_session, done) => done(noService(421)) } },
    { what: 'a sender', code: 550, options: { onMailFrom: (_from, _session, done) => done(noService(550)) } },
    {
      what: 'a password',
      code: 535,
      options: {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(noService(535)),
      },
      user: 'ada:old@',
    },
  ])('count $what refused with $code against the mail server, not the form', async ({ code, options, user = '' }) => {
    const url = await startMailServer(() => undefined, options);
    start({ smtpUrl: url.replace('//', `//${user}`) });
    await send();
    await deliverDue();
    const words = expect.stringMatching(new RegExp(`${code}.*no service`));
    expect(await rows('mail')).toMatchObject([{ refusals: 0, dead: false, last_error: words }]);
    expect(await isAway()).toBe(true);
  });

  it.each<{ what: string; options: SMTPServerOptions; words: string }>([
    {
      what: 'its recipient',
      words: '550 no such mailbox',
      options: { onRcptTo: (_to, _session, done) => done(refusal(550, 'no such mailbox')) },
    },
    { what: 'its content', words: '554 looks like spam', options: {} },
  ])('give a mail up at once with the server’s message if $what is refused permanently', async ({ options, words }) => {
    start({ smtpUrl: await startMailServer((_mail, taken) => taken(refusal(554, 'looks like spam')), options) });
    await send();
    await deliverDue();
    expect(await rows('mail')).toMatchObject([{ attempts: 1, dead: true, last_error: expect.stringContaining(words) }]);
  });

  it('give nothing up while everything is refused, and send it when something is accepted again', async () => {
    let isRefusing = true;
    const smtpUrl = await startMailServer((_mail, taken) => taken(), {
      onRcptTo: (_to, _session, done) => done(isRefusing ? refusal(550, 'no such mailbox') : null),
    });
    start({ smtpUrl });
    await sendMany(12);
    for (let look = 0; look < 5; look++) {
      await deliverDue();
      await comeDue();
    }
    const dead = (await rows('mail')).filter((row) => row.dead);
    expect(dead.length).toBeLessThanOrEqual(2);
    isRefusing = false;
    for (let look = 0; look < 3; look++) {
      await comeDue();
      await deliverDue();
    }
    expect((await rows('mail')).filter(({ delivered }) => delivered)).toHaveLength(12 - dead.length);
  });

  it('back off from a mail server that temporarily refuses every mail, and give nothing up', async () => {
    let tries = 0;
    const smtpUrl = await startMailServer((_mail, taken) => {
      tries++;
      taken(refusal(451, 'try again later'));
    });
    start({ smtpUrl });
    await sendMany(5);
    const waits: number[] = [];
    for (let look = 0; look < 12; look++) {
      await deliverDue();
      const [{ wait }] = await query(
        "select extract(epoch from probe_at - now())::float8 as wait from delivery_channels where name = 'mail'",
      );
      if (await isAway()) waits.push(wait);
      await comeDue();
    }
    expect(Math.max(...waits.slice(-5))).toBeGreaterThan(20);
    expect(tries).toBeGreaterThan(10);
    const ends = await rows('mail');
    expect(ends.filter(({ dead }) => dead)).toEqual([]);
    expect(Math.max(...ends.map(({ refusals }) => refusals))).toBeLessThanOrEqual(2);
  });

  it.each([
    { what: 'new', change: "created_at = now() + interval '3 hours', next_attempt_at = now() + interval '3 hours'" },
    {
      what: 'refused before',
      change: `refusals = 1, failed_at = now() + interval '3 hours',
      next_attempt_at = now() + interval '3 hours 10 seconds'`,
    },
    {
      what: 'claimed by a killed process',
      change: `taken_by = gen_random_uuid(), attempts = 1,
      next_attempt_at = now() + interval '3 hours 2 minutes'`,
    },
  ])('send forms that a clock postponed while it was ahead: $what', async ({ change }) => {
    start();
    await sendMany(2);
    await query(`update deliveries set ${change}`);
    await deliverDue();
    await new Outbox(api.app.get(Database)).renewLeases([]);
    await query("update deliveries set next_attempt_at = now() where next_attempt_at < now() + interval '3 minutes'");
    await deliverDue();
    expect(await rows('mail')).toMatchObject([{ delivered: true }, { delivered: true }]);
  });

  it('are probed at once if a clock postponed the probe while it was ahead', async () => {
    start({ smtpUrl: nobody });
    await send();
    await deliverDue();
    const tries = async () => (await rows('mail'))[0].attempts;
    const before = await tries();
    await query(`update delivery_channels set away_since = now() + interval '3 hours',
      probe_at = now() + interval '3 hours' + interval '3 hours'`);
    await deliverDue();
    expect(await tries()).toBe(before + 1);
    const [channel] = await query("select away_since <= now() as past from delivery_channels where name = 'mail'");
    expect(channel.past).toBe(true);
  });

  it('keep the retry delay of a refusal while the clock is right', async () => {
    const smtpUrl = await startMailServer((_mail, taken) => taken(refusal(451, 'greylisted')));
    start({ smtpUrl });
    await send();
    for (let look = 0; look < 2; look++) await deliverDue();
    expect(await rows('mail')).toMatchObject([{ attempts: 1, refusals: 1 }]);
  });

  it.each([
    { status: 422, dead: true, what: 'give a form up at once' },
    { status: 500, dead: false, what: 'count nothing against a form' },
  ])('$what when the CRM answers $status', async ({ status, dead }) => {
    start({ webhook: await startCrm((_headers, _body, answer) => answer(status)) });
    await send();
    await deliverDue();
    const message = `the webhook answered ${status}`;
    expect(await rows('webhook')).toMatchObject([{ dead, last_error: expect.stringContaining(message) }]);
    expect((await rows('webhook'))[0].refusals).toBe(dead ? 1 : 0);
  });

  it.each([
    { what: 'seconds', status: 503, header: () => '120', seconds: 120 },
    { what: 'a date', status: 429, header: () => new Date(Date.now() + 120_000).toUTCString(), seconds: 120 },
    { what: 'a year', status: 503, header: () => '31536000', seconds: 3600 },
    { what: 'nothing, with 410', status: 410, header: () => 'x', seconds: 3600 },
  ])('wait as long as a CRM asks that answers $status: $what', async ({ status, header, seconds }) => {
    let posts = 0;
    const webhook = await startCrm((_headers, _body, answer) => {
      posts++;
      answer(status, { 'Retry-After': header() });
    });
    start({ webhook });
    await send();
    await deliverDue();
    const [{ wait }] = await query(
      "select extract(epoch from probe_at - now())::int as wait from delivery_channels where name = 'webhook'",
    );
    expect(wait).toBeGreaterThanOrEqual(seconds - 5);
    expect(wait).toBeLessThanOrEqual(seconds);
    await send();
    await deliverDue();
    expect(posts).toBe(1);
  });

  it('deliver other forms while one makes the CRM fail, and count its refusals', async () => {
    const taken: string[] = [];
    const webhook = await startCrm((_headers, body, answer) => {
      const { name } = JSON.parse(body).data;
      if (name === 'Poison') return answer(500);
      taken.push(name);
      answer(204);
    });
    start({ webhook });
    await send({ name: 'Poison' });
    for (let look = 0; look < 3; look++) {
      await deliverDue();
      await send({ name: `N ${look}` });
      await query('update delivery_channels set probe_at = now()');
      await deliverDue();
      expect(taken).toHaveLength(look + 1);
      await comeDue();
    }
    expect((await rows('webhook'))[0].refusals).toBeGreaterThan(1);
  });

  describe('with long attempts', () => {
    interface Intervals {
      renewMs?: number;
      hangMs?: number;
    }
    /** Starts a worker that polls often, and whose database is as slow as `claimMs`. */
    const startWorker = (smtpUrl: string, { renewMs = 20_000, hangMs = 30_000 }: Intervals, claimMs = 0) => {
      class SlowOutbox extends Outbox {
        override async claim(...args: Parameters<Outbox['claim']>) {
          await sleep(claimMs);
          return super.claim(...args);
        }
      }
      class FastWorker extends DeliveryWorker {
        override everyMs = 20;
        override renewMs = renewMs;
        override hangMs = hangMs;
        override outbox = new SlowOutbox(this.database);
      }
      return startJob(FastWorker, { smtpUrl, deliveryWorker: true });
    };

    it.each([
      { what: 'once while its process renews the lease', renewMs: 50, tries: 1 },
      { what: 'again if its process does not', renewMs: 3_600_000, tries: 2 },
    ])('send one delivery $what', async ({ renewMs, tries }) => {
      let mails = 0;
      const smtpUrl = await startMailServer((_mail, taken) => {
        mails++;
        setTimeout(taken, 3000);
      });
      startWorker(smtpUrl, { renewMs });
      await send();
      await until(() => mails === 1, 'the mail was begun');
      startWorker(smtpUrl, { renewMs });
      await query("update deliveries set next_attempt_at = now() + interval '500 milliseconds'");
      await until(async () => (await rows('mail')).every(({ delivered }) => delivered), 'it was delivered');
      await sleep(100);
      expect(mails).toBe(tries);
    });

    it('begin no second batch while a slow database has not yet reported the outage', async () => {
      const hangMs = 300;
      const smtpUrl = await startMailServer(() => undefined, { onConnect: () => undefined });
      await sendMany(25);
      startWorker(smtpUrl, { hangMs }, 2 * hangMs);
      await until(isAway, 'the first batch was seen to hang');
      await sleep(4 * hangMs);
      // The first batch, and a probe or two.
      expect((await rows('mail')).filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(12);
    });

    it('try others while some hang, and retry those after the recovery', async () => {
      let isHanging = true;
      const { mails, url: smtpUrl } = await receiveMails({ onConnect: (_session, done) => isHanging || done() });
      // A mail that is accepted faster than this cancels those that hang; a busy machine takes this long for one.
      const hangMs = 1000;
      startWorker(smtpUrl, { hangMs });
      await sendMany(20);
      await until(isAway, 'the channel counted as unavailable');
      await sleep(3.5 * hangMs);
      isHanging = false;
      await until(async () => (await rows('mail')).every(({ delivered }) => delivered), 'all were delivered');
      expect(mails).toHaveLength(20);
      expect(await isAway()).toBe(false);
    });
  });
});
