import { once } from 'node:events';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { buildLead, buildSupport } from '../testing/build-forms.ts';
import { buildSettings } from '../testing/build-settings.ts';
import { runOffice } from '../testing/run-office.ts';
import { sharedApi, startTestApi } from '../testing/start-test-api.ts';
import { stop } from './app.ts';
import { CleanUpWorker } from './clean-up.worker.ts';
import { Database } from './database/database.ts';
import { CHANNELS, type Channels, type DueDelivery } from './delivery/channel.ts';

const logged: { file?: string; why?: string }[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) });
const api = sharedApi({ mailFileDays: 30 }, { log });

describe('the hourly clean-up', () => {
  afterEach(async () => {
    await api.database.client.query(`
      drop function if exists be_slow() cascade; drop function if exists fail() cascade; drop function if exists note() cascade;
      truncate submissions, rate_limits cascade`);
  });
  const cleanUp = () => api.app.get(CleanUpWorker).work();

  it('deletes idempotency keys after seven days, and not before', async () => {
    for (const key of ['eight-days-old', 'six-days-old'])
      await api.post('/api/leads', buildLead(), { 'Idempotency-Key': key });
    const age = 'update submissions set created_at = now() - make_interval(days => $1) where idempotency_key = $2';
    await api.database.client.query(age, [8, 'eight-days-old']);
    await api.database.client.query(age, [6, 'six-days-old']);
    await cleanUp();
    const { rows: keys } = await api.database.client.query(
      'select idempotency_key from submissions order by created_at',
    );
    expect(keys).toEqual([{ idempotency_key: null }, { idempotency_key: 'six-days-old' }]);
  });

  /** Forms with keys, tries and limits that are old enough to be deleted. */
  const keepOldRows = async (count: number) => {
    const { client } = api.database;
    await client.query(
      `insert into submissions (kind, reference, payload, request_hash, idempotency_key, created_at)
       select 'lead', 'L-' || number, '{}', '', 'key-' || number, now() - interval '8 days'
       from generate_series(1, $1::int) as number`,
      [count],
    );
    await client.query(`
      with delivery as (
        insert into deliveries (submission_id, channel) select id, 'mail' from submissions limit 1 returning id
      ), replied as (
        insert into reply_addresses (address, network, delivery_id, replied_at)
        select 'a', 'b', id, now() - interval '25 hours' from delivery
      )
      insert into delivery_tries (delivery_id, ms, outcome, tried_at)
      select id, 1, 'delivered', now() - interval '31 days' from delivery`);
    await client.query(
      `insert into rate_limits (client, spent, ends_at) values ('a', 1, now() - interval '61 minutes')`,
    );
  };
  const whatIsKept = async () => {
    const { rows: kept } = await api.database.client.query(`
      select (select count(*)::int from submissions where idempotency_key is not null) as keys,
        (select count(*)::int from delivery_tries) as tries, (select count(*)::int from reply_addresses) as replies,
        (select count(*)::int from rate_limits) as limits`);
    return kept[0];
  };

  it('deletes no more rows in one statement than it asks for, however PostgreSQL plans it', async () => {
    await keepOldRows(250);
    const { client } = api.database;
    const plans = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'];
    const everyPlan = (change: (plan: string) => string) =>
      client.query(
        `do $$ begin ${plans.map((plan) => `execute format('alter database %I ${change(plan)}', current_database());`).join(' ')} end $$`,
      );
    await client.query(`
      create table batches (size int);
      create function note() returns trigger language plpgsql as
        $$ begin insert into batches select count(*) from changed; return null; end $$;
      create trigger noted after update on submissions referencing new table as changed
        for each statement execute function note()`);
    await everyPlan((plan) => `set enable_${plan} = off`);
    // Only new connections have these settings.
    const [database, log] = [new Database(api.database.url), pino({ level: 'silent' })];
    await new CleanUpWorker(database, buildSettings({ dataDir: '/nowhere' }), log, {}).work();
    await database.onApplicationShutdown();
    await everyPlan((plan) => `reset enable_${plan}`);
    const { rows } = await client.query('select size from batches');
    await client.query('drop table batches');
    expect(rows.map(({ size }) => size)).toEqual([100, 100, 50]);
  });

  it('deletes what is old though somebody holds one row of it, or a whole table', async () => {
    await keepOldRows(3);
    const holder = new pg.Client({ connectionString: api.database.url });
    await holder.connect();
    await holder.query(`begin; select from submissions where reference = 'L-2' for update`);
    await cleanUp();
    expect(await whatIsKept()).toEqual({ keys: 1, tries: 0, replies: 0, limits: 0 });
    await holder.query('rollback');
    await keepOldRows(0);
    await holder.query('begin; lock table submissions in access exclusive mode');
    await cleanUp();
    await holder.end();
    // The statement that waited for the table may still run once it is free.
    expect(await whatIsKept()).toMatchObject({ tries: 0, replies: 0, limits: 0 });
  });

  it('deletes a few rows at a time, so that a slow database is no reason to keep any, and other kinds while one takes long or fails', async () => {
    await keepOldRows(500);
    const { client } = api.database;
    // All of it in one statement would take longer than any statement may.
    await client.query(`
      create function be_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.006); return new; end $$;
      create trigger slow before update on submissions for each row execute function be_slow();
      create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger broken before delete on delivery_tries for each row execute function fail()`);
    const cleaning = cleanUp();
    let kept = await whatIsKept();
    for (; kept.replies + kept.limits > 0; kept = await whatIsKept()) await sleep(20);
    expect(kept.keys).toBeGreaterThan(0);
    await cleaning;
    expect(await whatIsKept()).toEqual({ keys: 0, tries: 1, replies: 0, limits: 0 });
  });

  it('erases old forms of one kind while those of another cannot be erased', async () => {
    await api.post('/api/leads', buildLead());
    await api.post('/api/contact-support', buildSupport());
    const { client } = api.database;
    await client.query(`
      update submissions set created_at = now() - interval '20 days';
      create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger broken before update on submissions for each row when (old.kind = 'lead') execute function fail()`);
    const [database, log] = [api.app.get(Database), pino({ level: 'silent' })];
    const settings = buildSettings({ dataDir: '/nowhere', retentionDays: { lead: 10, support: 10 } });
    const worker = new CleanUpWorker(database, settings, log, {});
    expect(await worker.eraseOldForms()).toBe(1);
    const { rows } = await client.query('select kind from submissions where purged_at is null');
    expect(rows).toEqual([{ kind: 'lead' }]);
  });
});

describe('mail files', () => {
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
    const time = new Date(Date.now() - days * 86_400_000);
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

interface Answer {
  status: number;
  connection: string | undefined;
}

function ask(url: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { agent }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
      );
    });
    sending.once('error', reject);
    sending.end();
  });
}

describe('a stop under load', () => {
  it('is not ready, ends each connection with a last answer, and breaks none', async () => {
    const site = await startTestApi({}, { beside: api });
    const agent = new Agent({ keepAlive: true });
    const answers: Answer[] = [];
    const sendUntilTold = async (): Promise<void> => {
      const answer = await ask(`${site.url}/api/ai-agents/by-name/demo-agent`, agent);
      answers.push(answer);
      if (answer.connection !== 'close') await sendUntilTold();
    };
    const senders = Array.from({ length: 16 }, sendUntilTold);
    await ask(`${site.url}/api`, agent);
    const stopped = stop(site.app);
    const ready = await ask(`${site.url}/api/health/ready`, agent);
    await Promise.all(senders);
    await stopped;
    expect(ready).toEqual({ status: 503, connection: 'close' });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('waits for a form that is still on its way', async () => {
    const site = await startTestApi({}, { beside: api });
    const form = JSON.stringify(buildLead());
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    const said = new Promise<string>((resolve) => {
      const chunks: Buffer[] = [];
      socket.on('data', (data) => chunks.push(data));
      socket.once('close', () => resolve(String(Buffer.concat(chunks))));
    });
    const head = `POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${form.length}`;
    socket.write(`${head}\r\n\r\n${form.slice(0, 20)}`);
    await once(site.app.getHttpServer(), 'request');
    const stopped = stop(site.app);
    await ask(`${site.url}/api/health/live`, new Agent());
    socket.write(form.slice(20));
    expect(await said).toMatch(/^HTTP\/1\.1 201 /);
    await stopped;
  });
});
