import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type AuditAnswer, type LeadState, type OfficeRequest, officePath } from 'kit/contracts/office';
import { sealAssertion } from 'kit/server/staff-assertion';
import pg from 'pg';
import { pino } from 'pino';
import { askOffice, officeKey, sharedInbox } from '../../testing/ask-office.ts';
import { buildLead, buildSupport } from '../../testing/build-forms.ts';
import { buildSettings } from '../../testing/build-settings.ts';
import { firstExport, firstListing } from '../../testing/first-listing.ts';
import { CleanUpWorker, ErasingClock } from '../clean-up.worker.ts';
import { Database } from '../database/database.ts';
import type { Settings } from '../settings/settings.ts';

const held = { 'X-Form-Context': 'page=%2Fhvac&consent=1&fill=9000&trap=x' };

const { api, send, keepMany, ask, list, pages, look } = sharedInbox();
const search = async (text: string) => (await list({ search: text })).forms.map(({ reference }) => reference);
const save = (reference: string, version: number, state: LeadState, note = '', by = 'anna') =>
  ask({ act: 'save', reference, version, state, assignee: null, remindOn: null, note }, { by });

describe('who asks the office', () => {
  it('is nobody without the key, with another one, with an old word, or through a proxy', async () => {
    const request = firstListing;
    const statusOf = async (answer: Promise<Response>) => (await answer).status;
    expect(await statusOf(api.post(officePath, {}))).toBe(401);
    expect(await statusOf(askOffice(api, request, { key: Buffer.alloc(32, 8) }))).toBe(401);
    const late = sealAssertion(officeKey, { by: 'anna', role: 'operate', request }, Date.now() - 121_000);
    expect(await statusOf(api.post(officePath, { sealed: late }))).toBe(401);
    const sealed = sealAssertion(officeKey, { by: 'anna', role: 'operate', request });
    expect(await statusOf(api.post(officePath, { sealed }, { 'X-Forwarded-For': '203.0.113.7' }))).toBe(404);
    expect(await statusOf(api.post(`/api${officePath}`, { sealed }))).toBe(404);
    expect(await statusOf(api.post(officePath, { sealed }))).toBe(200);
  });

  const acts = [
    ...['list', 'look', 'save', 'change', 'undo', 'resend', 'release', 'spam', 'return'],
    ...['person', 'export-person', 'erase-person', 'export'],
    ...['partners', 'partner-add', 'partner-key', 'partner-revoke'],
  ];

  it.each([
    ['read', []],
    ['office', acts],
    ['operate', [...acts, 'audit']],
    ['own=mf-agents', []],
    ['', []],
  ])('with the role %j may do %j and nothing else', async (role, allowed) => {
    const reference = 'L-000000';
    const email = 'nobody@example.com';
    const requests: OfficeRequest[] = [
      firstListing,
      { act: 'look', reference },
      { act: 'save', reference, version: 0, state: 'won', assignee: null, remindOn: null, note: '' },
      { act: 'change', forms: [{ reference, version: 0 }], state: 'won', assignee: null, remindOn: null },
      { act: 'undo', reference },
      { act: 'resend', reference, channel: 'mail' },
      { act: 'release', reference },
      { act: 'spam', forms: [{ reference, version: 0 }] },
      { act: 'return', reference, reason: 'x' },
      { act: 'person', who: email },
      { act: 'export-person', who: email },
      { act: 'erase-person', who: email, count: 0 },
      firstExport,
      { act: 'partners' },
      { act: 'partner-add', name: 'a name of nobody' },
      { act: 'partner-key', name: 'nobody', isTest: true },
      { act: 'partner-revoke', key: '0'.repeat(12) },
      { act: 'audit', after: null },
    ];
    const done: string[] = [];
    for (const request of requests) {
      const { status } = await askOffice(api, request, { role });
      if (status !== 403) done.push(request.act);
    }
    expect(done).toEqual(allowed);
  });
});

describe('the list', () => {
  it('has what is new first, then by time, a page at a time, without what is held back', async () => {
    const references = await keepMany(104);
    await send({ name: 'Machine' }, held);
    await save(references[103] ?? '', 0, 'won');
    const expected = [...references.slice(0, 103).reverse(), references[103]];
    const shown = await pages();
    expect(shown.map((page) => page.length)).toEqual([50, 50, 4]);
    expect(shown.flat()).toEqual(expected);
    expect((await list({ state: 'won' })).forms).toMatchObject([{ reference: references[103], state: 'won' }]);
    expect((await list({ kind: 'support' })).forms).toEqual([]);
    expect((await list({ kind: 'lead', state: 'new', after: 'rubbish' })).forms).toHaveLength(50);
  });

  it('shows tests where they are asked for, and what is held back where that is', async () => {
    const test = await send({ isTest: true });
    const machine = await send({ name: 'Machine' }, held);
    expect((await list()).forms).toEqual([]);
    expect(await search('lovelace')).toEqual([]);
    expect((await list({ tests: true })).forms).toMatchObject([{ reference: test, isTest: true }]);
    expect((await list()).quarantined).toBe(1);
    expect((await list({ place: 'quarantine' })).forms).toMatchObject([
      { reference: machine, quarantine: 'trap filled', page: '/hvac' },
    ]);
  });

  const searches: [text: string, isFound: boolean][] = [
    ['Lovelace', true],
    ['love ada', true],
    ['lovel', true],
    ['ADA@EXAMPLE.COM', true],
    ['ada@exam', true],
    ['example.com', true],
    ['analytical heat', true],
    ['(801) 555-0142', true],
    ['801-555-0142', true],
    ['8015550142', true],
    ['+1 801 555 0142', true],
    ['001 (801) 555.0142', true],
    ['0142', true],
    ['5550', true],
    ['ada 0142', true],
    ['/hvac', true],
    ['hvac', true],
    ['lacelove', false],
    ['0143', false],
    ['eve@example.com', false],
    ["'; drop table submissions; --", false],
    ["' | 'xxxxxxx':*", false],
    ['\\', false],
    ['!!!', false],
    [':*', false],
    ['& | ! <->', false],
  ];

  it('is searched for words, beginnings, addresses and numbers, however they are written', async () => {
    const reference = await send({}, { 'X-Form-Context': 'page=%2Fhvac&consent=1&fill=9000&trap=' });
    for (const [text, isFound] of searches)
      expect({ text, found: await search(text) }).toEqual({ text, found: isFound ? [reference] : [] });
  });

  it('is searched by reference, with accents or without, and finds what is held back', async () => {
    const reference = await send({ name: 'José Ñandú', email: 'jose@example.com' });
    const machine = await send({ name: 'Maschine' }, held);
    const ways = [reference, reference.toLowerCase(), reference.replace('-', ''), reference.slice(2)];
    for (const text of [...ways, 'jose nandu', 'JOSÉ']) expect(await search(text)).toEqual([reference]);
    expect(await search('maschine')).toEqual([machine]);
  });

  it('finds phone numbers of every form and every way of writing', async () => {
    const answer = await api.post('/api/inquiries', {
      form: 'motivated-seller',
      fields: { name: 'Grace Hopper', phone: '+49 (0)89 / 12 34-56', email: 'grace@example.com', location: 'Munich' },
    });
    const { reference } = await answer.json();
    for (const text of ['123456', '089123456', '89 12 34 56', '+49 89 123456', '0049 (0)89-123456', 'grace'])
      expect({ text, found: await search(text) }).toEqual({ text, found: [reference] });
    expect(await search('+49 89')).toEqual([]);
  });

  it('pages through what was found, also where there is more than is looked through at first', async () => {
    await api.database.client.query(
      `insert into submissions (kind, reference, payload, request_hash, created_at)
       select 'lead', 'L-' || lpad(number::text, 6, '0'), json_build_object('name',
         case when number <= 60 then 'Rare Bird ' else 'Common Bird ' end || number, 'email', number || '@example.com'), '',
         now() - interval '1 day' + number * interval '1 second'
       from generate_series(1, 670) as number`,
    );
    for (const text of ['rare', 'common']) {
      const seen = new Set((await pages({ search: text })).flat());
      expect({ text, seen: seen.size }).toEqual({ text, seen: { rare: 60, common: 610 }[text] });
    }
  });
});

describe('one form', () => {
  it('is shown whole, in the words of the forms', async () => {
    const reference = await send(
      { services: ['repair'] },
      { 'X-Form-Context': 'page=%2Fhvac&consent=2&fill=9000&trap=' },
    );
    const other = await send({ name: 'The same again' });
    const answer = await look(reference);
    expect(answer.fields).toEqual(
      expect.arrayContaining([
        { label: 'Name', value: 'Ada Lovelace' },
        { label: 'Services', value: 'repair' },
        { label: 'Consent, version of its words', value: '2' },
        { label: 'Page', value: '/hvac' },
      ]),
    );
    expect(answer).toMatchObject({
      title: 'Lead',
      form: { state: 'new', version: 0 },
      deliveries: [{ channel: 'mail', event: 'created', state: 'waiting', tries: [] }],
      channels: ['mail'],
      others: [{ reference: other }],
    });
    await expect(look('L-000000')).rejects.toThrow('404 There is no form with the reference L-000000.');
  });

  it('keeps notes and states with who and when', async () => {
    const reference = await send();
    await save(reference, 0, 'called', 'Wants a call on Monday.\nAfter ten.');
    await save(reference, 1, 'called', '<b>Won</b> & done', 'ben');
    await save(reference, 2, 'won');
    expect((await look(reference)).history).toMatchObject([
      { by: 'anna', state: 'won', note: null },
      { by: 'ben', state: null, note: '<b>Won</b> & done' },
      { by: 'anna', state: 'called', note: 'Wants a call on Monday.\nAfter ten.' },
    ]);
  });

  it('takes one of two who decide at the same instant, and tells the other', async () => {
    const reference = await send();
    const both = await Promise.allSettled([
      save(reference, 0, 'called', 'one', 'anna'),
      save(reference, 0, 'lost', 'two', 'ben'),
    ]);
    const refused = both.find((one) => one.status === 'rejected');
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(String(refused?.reason)).toMatch(
      /409 (anna|ben) changed L-\w{6} at \d\d:\d\d UTC, while you had it open; it is “(called|lost)” now. Your change was not saved/,
    );
    expect((await look(reference)).history).toHaveLength(1);
  });

  it('goes out again by mail or to a webhook, and not while it is a test or held back', async () => {
    const reference = await send();
    await api.database.client.query('update deliveries set delivered_at = now()');
    await ask({ act: 'resend', reference, channel: 'mail' });
    expect((await look(reference)).deliveries).toMatchObject([{ channel: 'mail', state: 'waiting' }]);
    const test = await send({ isTest: true });
    await expect(ask({ act: 'resend', reference: test, channel: 'mail' })).rejects.toThrow('409');
    const machine = await send({}, held);
    await expect(ask({ act: 'resend', reference: machine, channel: 'mail' })).rejects.toThrow('409');
    await ask({ act: 'release', reference: machine });
    await expect(ask({ act: 'release', reference: machine }, { by: 'ben' })).rejects.toThrow(
      `409 anna released ${machine} already`,
    );
  });
});

describe('the audit log', () => {
  it('has every look and act, and no word about a person', async () => {
    const reference = await send({ name: 'Secretname', email: 'secret@example.com' });
    await list({ search: 'Secretname' });
    await list({ search: '801 555 0142' });
    await look(reference);
    await save(reference, 0, 'called', 'Secretnote');
    await ask({ act: 'resend', reference, channel: 'mail' });
    await ask({ act: 'person', who: 'secret@example.com' });
    await (await askOffice(api, { act: 'export-person', who: 'secret@example.com' })).text();
    await (await askOffice(api, firstExport)).text();
    await ask({ act: 'erase-person', who: 'secret@example.com', count: 1 });
    const { entries } = await ask<AuditAnswer>({ act: 'audit', after: null }, { by: 'olga', role: 'operate' });
    expect(entries.map(({ act }) => act).reverse()).toEqual([
      ...['list', 'list', 'look', 'save', 'resend', 'person', 'export-person', 'export', 'erase', 'erase-person'],
    ]);
    expect(entries.every(({ by, role }) => by === 'anna' && role === 'office')).toBe(true);
    expect(entries.filter((entry) => entry.reference === reference)).toHaveLength(4);
    expect(entries.at(-1)?.details).toContain('search: words');
    expect(entries.at(-2)?.details).toContain('search: phone');
    expect(JSON.stringify(entries)).not.toMatch(/secret|0142/i);
  });

  it('has the newest first, by number and not by how numbers are written, through all of its pages', async () => {
    await api.database.client.query('truncate office_audit restart identity');
    await api.database.client.query(
      `insert into office_audit (by, role, act, details) select 'anna', 'office', 'list', '{}' from generate_series(1, 104)`,
    );
    const ids: number[] = [];
    for (let after: string | null = null, isMore = true; isMore; ) {
      const page: AuditAnswer = await ask<AuditAnswer>({ act: 'audit', after }, { by: 'olga', role: 'operate' });
      ids.push(...page.entries.map(({ id }) => Number(id)));
      after = page.next;
      isMore = after !== null;
    }
    const looks = ids.filter((id) => id <= 104);
    expect(looks).toEqual(Array.from({ length: 104 }, (_, index) => 104 - index));
  });

  it('must be written before anything is shown', async () => {
    const reference = await send();
    await api.database.client.query('alter table office_audit rename to office_audit_away');
    try {
      for (const request of [firstListing, { act: 'look', reference } as const, firstExport]) {
        const answer = await askOffice(api, request);
        expect(answer.status).toBe(500);
        expect(await answer.text()).not.toContain('Lovelace');
      }
    } finally {
      await api.database.client.query('alter table office_audit_away rename to office_audit');
    }
  });
});

describe('everything about one mail address', () => {
  const email = 'Grace.Hopper@Example.com';
  const sendAll = async () => [
    await send({ email, name: 'Grace Hopper' }),
    await send({ email: email.toLowerCase(), isTest: true }),
    await send({ email }, held),
    (await (await api.post('/api/contact-support', buildSupport({ clientEmail: email }))).json()).reference as string,
  ];

  it('is exported whole', async () => {
    const references = await sendAll();
    const [first = ''] = references;
    await save(first, 0, 'called', 'Prefers mornings.');
    await send({ email: 'grace.hopper@example.com.evil.example' });
    const answer = await askOffice(api, { act: 'export-person', who: 'grace.hopper@example.com ' });
    const exported = await answer.json();
    expect(exported.forms.map(({ reference }: { reference: string }) => reference).sort()).toEqual(references.sort());
    const form = exported.forms.find(({ reference }: { reference: string }) => reference === first);
    expect(form).toMatchObject({
      kind: 'lead',
      fields: { name: 'Grace Hopper', email },
      history: [{ by: 'anna', state: 'called', note: 'Prefers mornings.' }],
      deliveries: [{ channel: 'mail' }],
    });
  });

  it('is erased wherever it stands, told to the webhooks, and leaves a trace without a person', async () => {
    const { client } = api.database;
    await client.query(
      `insert into webhook_endpoints (name, url, secret, created_by) values ('crm', 'https://crm.example', 'whsec_x', 'x')`,
    );
    const references = await sendAll();
    const [first = '', test = ''] = references;
    const other = await send({ email: 'other@example.com' });
    await save(first, 0, 'called', `Mail ${email} first.`);
    await save(other, 0, 'called', `A friend of GRACE.HOPPER@example.com, too.`);
    await client.query(
      `update deliveries set delivered_at = now(), last_error = '550 <grace.hopper@example.com> said so' where submission_id =
         (select id from submissions where reference = $1)`,
      [first],
    );
    await client.query(
      `insert into delivery_tries (delivery_id, ms, outcome, said) select id, 1, 'failed', last_error from deliveries`,
    );
    await client.query(
      `update delivery_channels set last_error = 'no mailbox grace.hopper@example.com' where name = 'mail'`,
    );
    const found = await ask({ act: 'person', who: email });
    expect(found).toMatchObject({ count: 4, mentions: [other], told: ['webhook:crm'], mailed: 1 });
    await expect(ask({ act: 'erase-person', who: email, count: 3 })).rejects.toThrow(
      '409 There are 4 forms of this address or number now, not 3: nothing was erased.',
    );
    expect(await search('grace')).toHaveLength(4);
    const erased = await ask({ act: 'erase-person', who: email, count: 4 });
    expect(erased).toMatchObject({ erased: 4, mentions: 1, told: ['webhook:crm'], mailed: 1 });
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select to_jsonb(t) as row from ${name} as t where to_jsonb(t)::text ilike '%grace%'`,
      );
      expect({ name, rows }).toEqual({ name, rows: [] });
    }
    expect((await look(other)).history).toMatchObject([{ note: 'A friend of [erased], too.' }]);
    expect(await look(first)).toMatchObject({
      form: { isErased: true, state: 'called', name: '' },
      fields: [],
      history: [{ by: 'anna', state: 'called', note: null }],
      deliveries: [{ channel: 'webhook:crm', event: 'erased', state: 'waiting' }],
      channels: [],
    });
    // Nobody but us had the test.
    expect((await look(test)).deliveries).toEqual([]);
    await expect(save(first, 1, 'won')).rejects.toThrow('409');
    await expect(ask({ act: 'resend', reference: first, channel: 'mail' })).rejects.toThrow('409');
    await expect(ask({ act: 'erase-person', who: email, count: 4 })).rejects.toThrow(
      '404 Nothing is kept about this address or number.',
    );
    await client.query('delete from webhook_endpoints');
  });

  it('counts a mail that went out and is sent again among those in the mailbox', async () => {
    const reference = await send({ email });
    await api.database.client.query('update deliveries set delivered_at = now()');
    await api.database.client.query(
      `insert into delivery_tries (delivery_id, ms, outcome) select id, 1, 'delivered' from deliveries`,
    );
    await ask({ act: 'resend', reference, channel: 'mail' });
    expect(await ask({ act: 'person', who: email })).toMatchObject({ count: 1, mailed: 1 });
    expect(await ask({ act: 'erase-person', who: email, count: 1 })).toMatchObject({ erased: 1, mailed: 1 });
  });

  it('is told to a webhook after what is on its way to it, also where that was taken a moment before', async () => {
    const { client, url } = api.database;
    await client.query(
      `insert into webhook_endpoints (name, url, secret, created_by) values ('crm', 'https://crm.example', 'whsec_x', 'x')`,
    );
    await send({ email });
    const taking = new pg.Client({ connectionString: url });
    await taking.connect();
    await taking.query('begin');
    await taking.query(
      `update deliveries set taken_by = gen_random_uuid(), attempts = 1 where channel = 'webhook:crm'`,
    );
    const erasing = ask({ act: 'erase-person', who: email, count: 1 });
    const isWaiting = async () =>
      (
        await client.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%old_deliveries%'`,
        )
      ).rowCount === 1;
    while (!(await isWaiting())) await sleep(20);
    await taking.query('commit');
    await taking.end();
    expect(await erasing).toMatchObject({ erased: 1, told: ['webhook:crm'] });
    const { rows } = await client.query(
      `select channel, event, next_attempt_at > now() + interval '50 seconds' as "isLater" from deliveries`,
    );
    await client.query('delete from webhook_endpoints');
    expect(rows).toEqual([{ channel: 'webhook:crm', event: 'erased', isLater: true }]);
  });

  it('is erased once by two who do so at the same moment, and forms that come meanwhile are told of', async () => {
    await sendAll();
    const both = await Promise.allSettled([
      ask<{ erased: number }>({ act: 'erase-person', who: email, count: 4 }),
      ask<{ erased: number }>({ act: 'erase-person', who: email, count: 4 }),
    ]);
    const erased = both.map((one) => (one.status === 'fulfilled' ? one.value.erased : 0));
    expect(erased.reduce((sum, count) => sum + count, 0)).toBe(4);
    const { rows } = await api.database.client.query(`select reference from office_audit where act = 'erase'`);
    expect(rows).toHaveLength(4);
  });

  it('is found and erased in tables that no statement looks through in time', async () => {
    const { client } = api.database;
    const [reference, other] = [await send({ email }), await send({ email: 'other@example.com' })];
    const tables = { office_entries: 'note', delivery_tries: 'said' };
    const inEach = async (statement: (table: string) => string) => {
      for (const table of Object.keys(tables)) await client.query(statement(table));
    };
    // Numbered like 16,000 rows, and as slow: 10 ms a row, before anything else of it is looked at.
    await inEach((table) => `alter table ${table} alter id set increment by 100`);
    await client.query(`
      insert into submissions (kind, reference, payload, request_hash)
        select 'lead', 'O-' || number, '{}', '' from generate_series(1, 160) as number;
      insert into office_entries (submission_id, by, note)
        select id, 'x', repeat('x', 1900) from submissions where reference like 'O-%';
      insert into deliveries (submission_id, channel) select id, 'x' from submissions where reference like 'O-%';
      insert into delivery_tries (delivery_id, ms, outcome, said)
        select id, 1, 'failed', repeat('x', 1900) from deliveries where channel = 'x';
      create function is_read(number bigint) returns boolean language plpgsql volatile cost 0.0001 as
        $$ begin perform pg_sleep(0.01); return true; end $$`);
    const said = `550 <${email}> said so`;
    await save(other, 0, 'called', said);
    await client.query(
      `insert into delivery_tries (delivery_id, ms, outcome, said) select max(id), 1, 'failed', $1 from deliveries`,
      [said],
    );
    await inEach(
      (table) => `analyze ${table}; alter table ${table} rename to all_${table};
      create view ${table} as select * from all_${table} where is_read(id)`,
    );
    try {
      expect(await ask({ act: 'person', who: email })).toMatchObject({ count: 1, mentions: [other] });
      expect(await ask({ act: 'erase-person', who: email, count: 1 })).toMatchObject({
        erased: 1,
        references: [reference],
      });
    } finally {
      await inEach(
        (table) => `drop view ${table}; alter table all_${table} rename to ${table};
        alter table ${table} alter id set increment by 1`,
      );
      await client.query('drop function is_read(bigint)');
    }
    for (const [table, column] of Object.entries(tables)) {
      const { rows } = await client.query(`select 1 from ${table} where ${column} ilike '%grace%'`);
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
  });
});

describe('the retention period', () => {
  const day = 86_400_000;
  /** Clocks of a machine that has run for `steady` ms, and whose time of day is right but for `leap` ms. */
  const buildWorker = (settings: Settings, machine = { steady: 0, leap: 0 }) => {
    const database = api.app.get(Database);
    const log = pino({ level: 'silent' });
    const clocks = { steady: () => machine.steady, timeOfDay: () => Date.now() + machine.steady + machine.leap };
    class Worker extends CleanUpWorker {
      override clock = new ErasingClock(database, log, clocks);
    }
    return new Worker(database, settings, log, {});
  };
  const isErased = async (reference: string) => (await look(reference)).form.isErased;
  const age = (days: number) =>
    api.database.client.query('update submissions set created_at = created_at - make_interval(days => $1)', [days]);

  it('erases nothing for a day when a process starts by a clock that has leapt by years', async () => {
    const reference = await send();
    await age(800); // As a clock sees it that is 800 days ahead.
    const machine = { steady: 0, leap: 0 };
    const worker = buildWorker(buildSettings({ dataDir: api.dataDir, retentionDays: { lead: 730 } }), machine);
    for (const hours of [0, 1, 23]) {
      machine.steady = (hours * day) / 24;
      expect(await worker.eraseOldForms()).toBe(0);
    }
    expect(await isErased(reference)).toBe(false);
    machine.steady = day;
    expect(await worker.eraseOldForms()).toBe(1);
    expect(await isErased(reference)).toBe(true);
  });

  it('erases nothing for a day when the clock leaps beneath a process that runs', async () => {
    const old = await send();
    const machine = { steady: 0, leap: -800 * day };
    const worker = buildWorker(buildSettings({ dataDir: api.dataDir, retentionDays: { lead: 730 } }), machine);
    expect(await worker.eraseOldForms()).toBe(0);
    await age(800);
    await send({ name: 'Written after the leap' });
    machine.leap = 0;
    expect(await worker.eraseOldForms()).toBe(0);
    machine.steady = day - 1;
    expect(await worker.eraseOldForms()).toBe(0);
    expect(await isErased(old)).toBe(false);
    machine.steady = day;
    expect(await worker.eraseOldForms()).toBe(1);
    expect(await isErased(old)).toBe(true);
  });

  it('erases what is older, of the kinds that it names, once in all processes, and says so in the audit log', async () => {
    const old = await keepMany(230);
    const { client } = api.database;
    await client.query(`update submissions set created_at = now() - interval '31 days'`);
    const young = await send({ name: 'Young' });
    await api.post('/api/contact-support', buildSupport());
    await client.query(`update submissions set created_at = now() - interval '3 years' where kind = 'support'`);
    const settings = buildSettings({ dataDir: api.dataDir, retentionDays: { lead: 30 } });
    const workers = [1, 2].map(() => buildWorker(settings));
    await Promise.all(workers.map((worker) => worker.eraseOldForms()));
    const { rows } = await client.query('select reference from submissions where purged_at is not null');
    expect(rows.map(({ reference }) => reference).sort()).toEqual(old.sort());
    const { rows: audit } = await client.query(
      `select count(*)::int as erased from office_audit where role = 'retention'`,
    );
    expect(audit).toEqual([{ erased: 230 }]);
    expect((await look(young)).form.name).toBe('Young');
  });
});

describe('partners', () => {
  const ask = async (request: OfficeRequest) => {
    const answer = await askOffice(api, request, { by: 'otto' });
    return { status: answer.status, body: await answer.json() };
  };

  it('get keys that work at once, another one, and are refused with a revoked one; the audit log has no key', async () => {
    const { body } = await ask({ act: 'partner-add', name: 'acme-leads' });
    expect(body.keys).toMatchObject([{ mode: 'live' }, { mode: 'test' }]);
    const [live, test] = body.keys.map(({ secret }: { secret: string }) => secret);
    const statusWith = async (key: string) =>
      (await api.post('/api/leads', buildLead(), { Authorization: `Bearer ${key}` })).status;
    expect([await statusWith(live), await statusWith(test)]).toEqual([201, 201]);
    expect(await ask({ act: 'partner-add', name: 'acme-leads' })).toMatchObject({ status: 400 });
    expect(await ask({ act: 'partner-key', name: 'nobody', isTest: false })).toMatchObject({ status: 404 });
    const another = await ask({ act: 'partner-key', name: 'acme-leads', isTest: false });
    expect(another.body.keys).toMatchObject([{ mode: 'live', secret: expect.stringMatching(/^bf_live_/) }]);

    const { body: before } = await ask({ act: 'partners' });
    const { name, keys } = before.partners.find((partner: { name: string }) => partner.name === 'acme-leads');
    expect(name).toBe('acme-leads');
    expect(
      keys.map(({ mode, lastUsedAt }: { mode: string; lastUsedAt: unknown }) => [mode, lastUsedAt !== null]),
    ).toEqual([
      ['live', true],
      ['test', true],
      ['live', false],
    ]);
    const id = keys[0].id;
    expect(await ask({ act: 'partner-revoke', key: id })).toMatchObject({ status: 200 });
    expect(await ask({ act: 'partner-revoke', key: id })).toMatchObject({ status: 409 });
    expect([await statusWith(live), await statusWith(test)]).toEqual([401, 201]);
    const { body: after } = await ask({ act: 'partners' });
    const revoked = after.partners.flatMap((partner: { keys: { id: string }[] }) => partner.keys);
    expect(revoked.find((one: { id: string }) => one.id === id)).toMatchObject({ revoked: { by: 'otto' } });
    const audit = await (await askOffice(api, { act: 'audit', after: null }, { role: 'operate' })).text();
    for (const secret of [live, test, another.body.keys[0].secret]) expect(audit).not.toContain(secret);
    expect(audit).toContain('acme-leads');
  });
});
