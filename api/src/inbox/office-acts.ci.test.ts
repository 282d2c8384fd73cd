import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AuditAnswer,
  type ChangeAnswer,
  type EraseAnswer,
  type OfficeRequest,
  officeLimits,
  type PersonAnswer,
  type RequestOf,
} from 'kit/contracts/office';
import { readSheet } from 'read-excel-file/node';
import { askOffice, sharedInbox } from '../../testing/ask-office.ts';
import { firstExport, firstListing } from '../../testing/first-listing.ts';
import { parseCsv } from '../../testing/parse-csv.ts';
import { runOffice } from '../../testing/run-office.ts';
import { problemOf } from '../../testing/start-test-api.ts';

const { api, send, keepMany, ask, list, pages, look } = sharedInbox();
beforeAll(async () => {
  await api.database.client.query(`insert into partners (name, created_by) values ('acme', 'x'), ('website', 'x')`);
});

const held = { 'X-Form-Context': 'page=%2Fhvac&consent=1&fill=9000&trap=x' };
const sendFrom = (overrides: object = {}, page = '/hvac') =>
  send(overrides, { 'X-Form-Context': `page=${encodeURIComponent(page)}&consent=1&fill=9000&trap=` });
const set = (reference: string, columns: string) =>
  api.database.client.query(`update submissions set ${columns} where reference = $1`, [reference]);
const formOf = async (reference: string) => (await look(reference)).form;
const referencesOf = async (wanted: Parameters<typeof list>[0]) =>
  (await list(wanted)).forms.map(({ reference }) => reference);
const save = (reference: string, version: number, note: string) =>
  ask({ act: 'save', reference, version, state: 'called', assignee: null, remindOn: null, note });

type Changes = Partial<Omit<RequestOf<'change'>, 'act' | 'forms'>>;
const asBefore = { state: null, assignee: null, remindOn: null };
const change = (forms: Record<string, number>, changes: Changes, by?: string) =>
  ask<ChangeAnswer>(
    {
      ...{ act: 'change', ...asBefore, ...changes },
      forms: Object.entries(forms).map(([reference, version]) => ({ reference, version })),
    },
    { by },
  );
const undo = (reference: string, by?: string) => ask<ChangeAnswer>({ act: 'undo', reference }, { by });
const person = async (who: string) => {
  const { forms, count, mentions } = await ask<PersonAnswer>({ act: 'person', who });
  return { references: forms.map(({ reference }) => reference).sort(), count, mentions };
};
const quarantine = async () =>
  (await list({ place: 'quarantine' })).forms.map(({ reference, version }) => ({ reference, version }));

describe('the filters of the inbox', () => {
  it('leave what came in a period, its first moment included and its last not', async () => {
    const [first, second, third] = [await sendFrom(), await sendFrom(), await sendFrom()];
    await set(first, `created_at = '2026-11-20T00:00:00Z'`);
    await set(second, `created_at = '2026-11-20T23:59:59.999Z'`);
    await set(third, `created_at = '2026-11-21T00:00:00Z'`);
    const day = { since: '2026-11-20T00:00:00.000Z', until: '2026-11-21T00:00:00.000Z' };
    expect(await referencesOf(day)).toEqual([second, first]);
    expect(await referencesOf({ since: day.until })).toEqual([third]);
    expect(await referencesOf({ until: day.since })).toEqual([]);
    expect(await referencesOf({ since: '1000-01-01T00:00:00.000Z', until: '2999-12-31T00:00:00.000Z' })).toHaveLength(
      3,
    );
    expect(await referencesOf({ ...day, search: 'lovelace' })).toEqual([second, first]);
  });

  it('leave an industry by its page or by the word of a partner, and a source', async () => {
    const ofPage = await sendFrom({}, '/industries/Solar/');
    const ofPartner = await sendFrom({}, '/landing');
    const other = await sendFrom({}, '/hvac');
    await set(ofPartner, `industry = 'solar', partner = 'acme'`);
    expect(await referencesOf({ industry: 'solar' })).toEqual([ofPartner, ofPage]);
    expect(await referencesOf({ industry: 'solar', source: 'website' })).toEqual([ofPage]);
    expect(await referencesOf({ source: 'partner:acme' })).toEqual([ofPartner]);
    expect(await referencesOf({ source: 'partner:website' })).toEqual([]);
    expect(await referencesOf({ industry: 'hvac', search: 'ada' })).toEqual([other]);
    expect((await list()).partners).toEqual(['acme', 'website']);
  });

  it('count each state of what the others leave, to a limit', async () => {
    const [first] = [
      await sendFrom(),
      await sendFrom(),
      await sendFrom({}, '/solar'),
      await sendFrom({ isTest: true }),
    ];
    await save(first ?? '', 0, '');
    expect((await list({ state: 'won' })).counts).toEqual({ new: 2, called: 1, won: 0, lost: 0 });
    expect((await list({ industry: 'solar' })).counts).toEqual({ new: 1, called: 0, won: 0, lost: 0 });
    expect((await list({ search: 'ada', tests: true })).counts).toEqual({ new: 3, called: 1, won: 0, lost: 0 });
    await keepMany(officeLimits.counted + 5, '/roofing');
    expect((await list({ industry: 'roofing' })).counts).toMatchObject({ new: officeLimits.counted });
  });

  it.each([
    ['a day that there is not', { since: '2026-02-30T00:00:00.000Z' }],
    ['a year that PostgreSQL has not', { since: '0000-01-01T00:00:00.000Z' }],
    ['no moment', { until: `2026-01-01'; drop table submissions; --` }],
    ['no industry', { industry: `' or true --` }],
    ['no source', { source: `partner:' or true --` }],
    ['a place of its own', { place: 'trash' }],
    ['more than it knows', { limit: 1e9 }],
  ])('refuse %s', async (_what, wanted) => {
    const answer = await askOffice(api, { ...firstListing, ...wanted } as OfficeRequest);
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).message).toMatch(/is not right/);
  });

  it('are refused in words when they leave too much to look through in time', async () => {
    const { client } = api.database;
    await sendFrom();
    await client.query(`
      create function is_slow(id uuid) returns boolean language plpgsql volatile cost 0.0001 as
        $$ begin perform pg_sleep(3); return true; end $$;
      alter table submissions rename to all_submissions;
      create view submissions as select * from all_submissions where is_slow(id)`);
    try {
      const begun = performance.now();
      await expect(list()).rejects.toThrow('400 There are too many forms to look through: choose a shorter period');
      expect(performance.now() - begun).toBeLessThan(2500);
    } finally {
      await client.query('drop view submissions; alter table all_submissions rename to submissions');
      await client.query('drop function is_slow(uuid)');
    }
    // The server itself has stopped, and the connection is as good as before.
    expect((await list()).forms).toHaveLength(1);
  });
});

describe('the search', () => {
  it('finds words of every field, numbers in any text, and notes', async () => {
    const reference = await sendFrom({ location: 'Springfield', services: ['repair'] });
    const other = await sendFrom({ name: 'Grace Hopper', email: 'grace@example.com', phone: '(801) 555-0199' });
    for (const text of ['springf', 'repair']) expect(await referencesOf({ search: text })).toContain(reference);
    expect(await referencesOf({ search: 'springfield' })).toEqual([reference]);
    await save(reference, 0, 'Call the sister on +44 20 7946 0958, or sister@example.org. Wants it naïve.');
    for (const text of ['sister', '020 7946 0958', '0044 (0)20 79460958', 'sister@example.org', 'naive'])
      expect({ text, found: await referencesOf({ search: text }) }).toEqual({ text, found: [reference] });
    await save(other, 0, 'Nothing of it.');
    expect(await referencesOf({ search: 'nothing' })).toEqual([other]);
  });

  it('forgets the words of a note with the person, and does not take a note about somebody for theirs', async () => {
    const reference = await sendFrom({ name: 'Eve', email: 'eve@example.com' });
    const other = await sendFrom({ name: 'Ada', email: 'ada@example.com' });
    await save(other, 0, 'Ask eve@example.com, a friend.');
    await save(reference, 0, 'Prefers mornings.');
    expect(await ask({ act: 'person', who: 'eve@example.com' })).toMatchObject({ count: 1, mentions: [other] });
    await ask({ act: 'erase-person', who: 'eve@example.com', count: 1 });
    expect(await referencesOf({ search: 'eve@example.com' })).toEqual([]);
    expect(await referencesOf({ search: 'mornings' })).toEqual([]);
    expect(await referencesOf({ search: 'friend' })).toEqual([other]);
  });

  it('finds forms of an earlier version once their words are made anew', async () => {
    const reference = await sendFrom({ location: 'Springfield' });
    await save(reference, 0, 'Prefers mornings.');
    await set(reference, 'search = office_person_words(payload, reference, page_path)');
    expect(await referencesOf({ search: 'springfield' })).toEqual([]);
    expect(await runOffice(api, ['inbox', 'index'], '')).toMatch(/indexed\s+1/);
    for (const search of ['springfield', 'mornings', 'lovelace'])
      expect(await referencesOf({ search })).toEqual([reference]);
  });

  it('has the words of a form from when it is kept, and not those of what is emptied', async () => {
    const { client } = api.database;
    const words = async () => (await client.query(`select search::text as search from submissions`)).rows[0]?.search;
    await client.query(
      `insert into submissions (kind, reference, payload, request_hash) values ('lead', 'L-7F3K9Q', '{"name":"Ada"}', '')`,
    );
    expect(await words()).toBe("'7f3k9q' 'ada' 'l' 'l7f3k9q'");
    await client.query(`update submissions set payload = '{}'`);
    expect(await words()).toBe("'7f3k9q' 'l' 'l7f3k9q'");
  });

  it('is not held up by a long form', async () => {
    // As long as a body may be.
    const texts = Array.from({ length: 50 }, (_, text) =>
      Array.from({ length: 700 }, (_one, number) => `w${text * 700 + number}`).join(' '),
    );
    const payload = JSON.stringify({ name: 'Long', texts });
    expect(payload.length).toBeGreaterThan(200_000);
    const begun = performance.now();
    await api.database.client.query(
      `insert into submissions (kind, reference, payload, request_hash) values ('lead', 'L-000002', $1, '')`,
      [payload],
    );
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(await referencesOf({ search: 'long w77' })).toEqual(['L-000002']);
  });
});

describe('the export', () => {
  it('has exactly what the list shows, all of its pages in its order', async () => {
    await keepMany(60);
    for (const page of ['/hvac', '/solar'])
      await sendFrom({ name: 'Person of another page', isTest: page === '/hvac' }, page);
    const shown = (await pages({ industry: 'hvac', search: 'person' })).flat();
    const answer = await askOffice(api, { ...firstExport, industry: 'hvac', search: 'person' });
    const [head, ...rows] = parseCsv((await answer.text()).replace(/^\uFEFF/, ''));
    expect(head?.slice(0, 3)).toEqual(['kind', 'reference', 'createdAt (UTC)']);
    expect(shown).toHaveLength(60);
    expect(rows.map(([, reference]) => reference)).toEqual(shown);
    const printed = await runOffice(api, ['inbox', 'export', '--industry', 'hvac', '--search', 'person'], '');
    expect(
      parseCsv(printed.replace(/^\uFEFF/, ''))
        .map(([, reference]) => reference)
        .slice(1),
    ).toEqual(shown);
    expect(
      JSON.parse(await runOffice(api, ['inbox', 'list', '--industry', 'hvac', '--limit', '60', '--json'], '')),
    ).toMatchObject(shown.map((reference) => ({ reference })));
  });

  it('is an Excel workbook, in which a phone number, a time and what looks like a formula are what they were', async () => {
    await sendFrom({ name: '=HYPERLINK("http://evil.example")', phone: '+1 801 555 0142' });
    const answer = await askOffice(api, { ...firstExport, format: 'xlsx' });
    const [head, row] = await readSheet(Buffer.from(await answer.arrayBuffer()));
    const cell = (name: string) => row?.[head?.indexOf(name) ?? -1];
    expect(cell('name')).toBe('=HYPERLINK("http://evil.example")');
    expect(cell('phone')).toBe('(+1) 801 555 0142');
    expect(cell('createdAt (UTC)')).toBeInstanceOf(Date);
    expect(Math.abs(Number(cell('createdAt (UTC)')) - Date.now())).toBeLessThan(60_000);
  });

  it('is no workbook where the forms have too much text for one', async () => {
    await api.database.client.query(
      `insert into submissions (kind, reference, payload, request_hash)
       select 'support', 'S-' || number, jsonb_build_object('message', repeat('x', 200000)), '' from generate_series(1, 30) as number`,
    );
    const answer = await askOffice(api, { ...firstExport, format: 'xlsx' });
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).message).toContain('too much text for an Excel workbook');
  });

  it('is refused where more forms match than one export has, or one workbook, with words that say what helps', async () => {
    const { client } = api.database;
    // Without their words for the search, which take a while.
    await client.query('alter table submissions disable trigger user');
    await keepMany(officeLimits.exported + 1);
    await client.query('alter table submissions enable trigger user');
    const { rows } = await client.query<{ until: Date }>(
      `select created_at as until from submissions order by created_at offset ${officeLimits.inWorkbook + 1} limit 1`,
    );
    const refusalOf = async (request: RequestOf<'export'>) => {
      const answer = await askOffice(api, request);
      return { status: answer.status, message: (await problemOf(answer)).message };
    };
    const shorter = { ...firstExport, until: rows[0]?.until.toISOString() ?? '' };
    const words = (text: string) => ({ status: 400, message: expect.stringContaining(text) });
    expect(await refusalOf(firstExport)).toEqual(words('choose a shorter period'));
    expect(await refusalOf({ ...shorter, format: 'xlsx' })).toEqual(words('or take the CSV file'));
    expect((await askOffice(api, shorter)).status).toBe(200);
    await client.query('truncate submissions cascade');
  });
});

describe('a change of many forms', () => {
  it('sets state, assignee and reminder of each, leaves the rest, and is in history and audit log', async () => {
    const [first, second, other] = [await send(), await send(), await send()];
    const { changed, missed } = await change(
      { [first]: 0, [second]: 0 },
      { state: 'called', assignee: 'ben', remindOn: '2026-12-01' },
    );
    expect({ changed: changed.sort(), missed }).toEqual({ changed: [first, second].sort(), missed: [] });
    const set = { state: 'called', assignee: 'ben', remindOn: '2026-12-01', version: 1 };
    for (const reference of [first, second]) expect(await formOf(reference)).toMatchObject(set);
    expect(await formOf(other)).toMatchObject({ state: 'new', assignee: null, remindOn: null, version: 0 });
    await change({ [first]: 1 }, { assignee: '', remindOn: '' });
    expect(await formOf(first)).toMatchObject({ state: 'called', assignee: null, remindOn: null });
    const { history } = await look(first);
    expect(history).toMatchObject([{ by: 'anna', state: 'called', note: null }]);
    const { entries } = await ask<AuditAnswer>({ act: 'audit', after: null }, { by: 'olga', role: 'operate' });
    expect(entries.filter(({ act }) => act === 'save').map(({ reference }) => reference)).toEqual(
      expect.arrayContaining([first, second]),
    );
    expect(await referencesOf({ assignee: 'ben' })).toEqual([second]);
    expect((await referencesOf({ assignee: '' })).sort()).toEqual([first, other].sort());
    expect(await referencesOf({ remindBy: '2026-12-01' })).toEqual([second]);
    expect(await referencesOf({ remindBy: '2026-11-30' })).toEqual([]);
  });

  it('leaves alone and names what changed under its hands, what was erased, and what there is not', async () => {
    const [first, second, third] = [await send(), await send(), await send()];
    await change({ [first]: 0 }, { state: 'won' }, 'ben');
    await runOffice(api, ['purge', third], '/nowhere');
    const { changed, missed } = await change({ [first]: 0, [second]: 0, [third]: 0, 'L-000000': 0 }, { state: 'lost' });
    expect(changed).toEqual([second]);
    expect(missed).toEqual([
      expect.stringMatching(new RegExp(`^ben changed ${first} at \\d\\d:\\d\\d UTC, .*; it is “won” now\\.$`)),
      `${third} was erased: nothing can be noted about it.`,
      'There is no form with the reference L-000000.',
    ]);
    expect(await formOf(first)).toMatchObject({ state: 'won' });
  });

  it('that one person sends twice is saved once and said to be saved, until somebody else changed the form', async () => {
    const [first, second] = [await send(), await send()];
    const changes = { state: 'called', assignee: 'ben', remindOn: '2026-12-01' } as const;
    const forms = { [first]: 0, [second]: 0 };
    const both = await Promise.all([change(forms, changes), change(forms, changes)]);
    for (const { changed, missed } of both) {
      expect({ changed: changed.sort(), missed }).toEqual({ changed: [first, second].sort(), missed: [] });
    }
    const save = { act: 'save', reference: first, version: 1, ...changes, note: ' Rings back. ' } as const;
    await Promise.all([ask(save), ask(save)]);
    const { form, history } = await look(first);
    expect(form.version).toBe(2);
    expect(history.map(({ note }) => note)).toEqual(['Rings back.', null]);
    await expect(ask({ ...save, note: 'Something else.' })).rejects.toThrow('409 anna changed');
    await expect(ask({ ...save, state: 'won' })).rejects.toThrow('409 anna changed');
    await expect(ask(save, { by: 'ben' })).rejects.toThrow('409 anna changed');
    await ask({ ...save, version: 2, note: '' }, { by: 'ben' });
    await expect(ask(save)).rejects.toThrow('409 ben changed');
  });

  it('of two at the same instant changes each form once, whatever the order of their forms', async () => {
    const references = await keepMany(30);
    const forms = (of: string[]) => Object.fromEntries(of.map((reference) => [reference, 0]));
    const both = await Promise.all([
      change(forms(references), { state: 'won' }, 'anna'),
      change(forms([...references].reverse()), { state: 'lost' }, 'ben'),
    ]);
    expect(both.flatMap(({ changed }) => changed).sort()).toEqual([...references].sort());
    expect(both.flatMap(({ missed }) => missed)).toHaveLength(30);
  });

  it.each([
    ['a thousand forms', { forms: Array.from({ length: 1000 }, () => ({ reference: 'L-000000', version: 0 })) }],
    ['ten thousand forms', { forms: Array.from({ length: 10_000 }, () => ({ reference: 'L-000000', version: 0 })) }],
    ['no form', { forms: [] }],
    ['a version that is no version', { forms: [{ reference: 'L-000000', version: 2 ** 40 }] }],
    ['a reference that is none', { forms: [{ reference: `' or true --`, version: 0 }] }],
    ['a state that there is not', { state: 'stolen' }],
    ['somebody with a line break', { assignee: 'ben\nolga' }],
    ['a day that there is not', { remindOn: '2026-02-30' }],
  ])('is refused for %s', async (_what, wrong) => {
    const request = { act: 'change', forms: [{ reference: 'L-000000', version: 0 }], ...asBefore, ...wrong };
    const answer = await askOffice(api, request as OfficeRequest);
    // The longest is refused before it is read.
    expect([400, 413]).toContain(answer.status);
    expect((await problemOf(answer)).message).toMatch(/is not right|at most 50|too (large|big|long)/);
  });
});

describe('undo', () => {
  it('takes back the last change of who asks, of one form or of many, and once', async () => {
    const [first, second] = [await send(), await send()];
    await change({ [first]: 0 }, { state: 'called', assignee: 'ben', remindOn: '2026-12-01' });
    await change({ [first]: 1, [second]: 0 }, { state: 'lost', assignee: '', remindOn: '' });
    expect((await undo(second)).changed).toEqual([first, second].sort());
    expect(await formOf(first)).toMatchObject({ state: 'called', assignee: 'ben', remindOn: '2026-12-01', version: 3 });
    expect(await formOf(second)).toMatchObject({ state: 'new', assignee: null });
    await expect(undo(second)).rejects.toThrow(`409 Nothing was undone: your last change is not one of ${second}`);
    await ask({ act: 'save', reference: second, version: 2, ...asBefore, state: 'won', note: 'Stays.' });
    await expect(undo(first)).rejects.toThrow(`409 Nothing was undone: your last change is not one of ${first}`);
    await undo(second);
    const { form, history } = await look(second);
    expect(form.state).toBe('new');
    expect(history.map(({ note }) => note)).toContain('Stays.');
    const { entries } = await ask<AuditAnswer>({ act: 'audit', after: null }, { by: 'olga', role: 'operate' });
    expect(entries.filter(({ act }) => act === 'undo')).toHaveLength(3);
  });

  it('leaves alone and names what somebody changed or erased since, and what others did', async () => {
    const [first, second, third] = [await send(), await send(), await send()];
    await change({ [first]: 0, [second]: 0, [third]: 0 }, { state: 'lost' });
    await change({ [first]: 1 }, { state: 'won' }, 'ben');
    await runOffice(api, ['purge', third], '/nowhere');
    const { changed, missed } = await undo(first);
    expect(changed).toEqual([second]);
    expect(missed.join(' ')).toContain(`ben changed ${first}`);
    expect(missed.join(' ')).toContain(`${third} was erased`);
    expect(await formOf(first)).toMatchObject({ state: 'won' });
    await expect(undo(second, 'olga')).rejects.toThrow('409');
  });

  it('is over after a day', async () => {
    const reference = await send();
    await change({ [reference]: 0 }, { state: 'lost' });
    await api.database.client.query(`update office_undo set at = now() - interval '25 hours'`);
    await expect(undo(reference)).rejects.toThrow('409');
  });
});

describe('everything about one telephone number', () => {
  it('is found however the number is written, and no form of another number is', async () => {
    const german = await send({ phone: '+49 (0)89 / 12 34-56', email: 'a@example.com' });
    const american = await send({ phone: '(801) 555-0142', email: 'b@example.com' });
    const near = await send({ phone: '(701) 555-0142', email: 'c@example.com' });
    const extended = await send({ phone: '701.555.0142 ext. 22', email: 'd@example.com' });
    await send({ phone: '+49 89 12345678 9', email: 'e@example.com' });
    for (const who of ['801 555 0142', '+1 (801) 555-0142', '001-801-555-0142', '18015550142', ' 8015550142 '])
      expect({ who, ...(await person(who)) }).toEqual({ who, references: [american], count: 1, mentions: [] });
    for (const who of ['+49 89 123456', '0049 (0)89 123456', '089 123456'])
      expect({ who, ...(await person(who)) }).toEqual({ who, references: [german], count: 1, mentions: [] });
    for (const who of ['+49 89 12345678', '089 12345678']) expect((await person(who)).references).toEqual([]);
    expect((await person('7015550142')).references.toSorted()).toEqual([near, extended].toSorted());
    for (const who of ['555-0142', '0142', 'Ada Lovelace', '%%%', `' or true --`])
      await expect(person(who)).rejects.toThrow('400 Type a whole mail address, or a telephone number');
  });

  it('is exported and erased, also in notes on others however it is written there', async () => {
    const mine = await send({ phone: '(801) 555-0142', email: 'b@example.com' });
    const other = await send({ phone: '(801) 555-0199', email: 'c@example.com', name: 'Other' });
    const note = 'Call +1 801.555.0142, not 801 555 01423.';
    await ask({
      ...{ act: 'save', reference: other, version: 0, state: 'called', note },
      ...{ assignee: null, remindOn: null },
    });
    expect(await person('8015550142')).toEqual({ references: [mine], count: 1, mentions: [other] });
    const exported = await (await askOffice(api, { act: 'export-person', who: '8015550142' })).json();
    expect(exported.forms).toMatchObject([{ reference: mine }]);
    await expect(ask({ act: 'erase-person', who: '8015550142', count: 2 })).rejects.toThrow('409 There are 1 forms');
    expect(await ask<EraseAnswer>({ act: 'erase-person', who: '8015550142', count: 1 })).toMatchObject({
      ...{ erased: 1, references: [mine], mentions: 1 },
    });
    expect((await look(mine)).form).toMatchObject({ isErased: true, phone: '' });
    expect((await look(other)).history).toMatchObject([{ note: 'Call +1 [erased], not 801 555 01423.' }]);
    expect((await look(other)).form.name).toBe('Other');
    const search = async (text: string) => (await list({ search: text })).forms.length;
    expect([await search('801 555 0142'), await search('801 555 0199')]).toEqual([1, 1]);
    expect(await runOffice(api, ['person', 'show', '801-555-0199'], api.dataDir)).toContain(other);
  });
});

describe('spam', () => {
  it('is deleted for good, with a trace in the audit log', async () => {
    const [first, second] = [await send({ name: 'Spam' }, held), await send({ name: 'More spam' }, held)];
    const person = await send();
    const forms = await quarantine();
    expect(await ask<ChangeAnswer>({ act: 'spam', forms })).toEqual({
      changed: expect.arrayContaining([first, second]),
      missed: [],
    });
    expect(await quarantine()).toEqual([]);
    const { rows } = await api.database.client.query(
      `select reference from submissions where payload::text like '%pam%' or search::text like '%spam%'`,
    );
    expect(rows).toEqual([]);
    expect((await look(person)).form.isErased).toBe(false);
    const { entries } = await ask<AuditAnswer>({ act: 'audit', after: null }, { role: 'operate' });
    expect(entries.filter(({ act }) => act === 'erase')).toMatchObject([
      { by: 'anna', details: 'why: spam' },
      { by: 'anna', details: 'why: spam' },
    ]);
  });

  it('is nothing that is not in quarantine, that somebody released meanwhile, or that there is not', async () => {
    const released = await send({}, held);
    const [machine] = await quarantine();
    await ask({ act: 'release', reference: released });
    const normal = await send();
    const forms = [normal, 'L-000000'].map((reference) => ({ reference, version: 0 }));
    const { changed, missed } = await ask<ChangeAnswer>({
      act: 'spam',
      forms: [...(machine ? [machine] : []), ...forms],
    });
    expect(changed).toEqual([]);
    expect(missed).toEqual(
      [released, normal, 'L-000000'].map((reference) => `${reference} is not in quarantine any more, or was changed.`),
    );
    for (const reference of [released, normal]) expect((await look(reference)).form.isErased).toBe(false);
  });
});

describe('a lead', () => {
  it('is returned once, with a reason, and its partner is told', async () => {
    const { client } = api.database;
    await client.query(
      `insert into webhook_endpoints (name, url, secret, created_by, partner)
       values ('acme', 'https://acme.example', 'whsec_x', 'x', 'acme')`,
    );
    const reference = await send();
    await client.query(`update submissions set partner = 'acme'`);
    await ask({ act: 'return', reference, reason: ' Wrong number. ' });
    const { returned, deliveries } = await look(reference);
    expect(returned).toMatchObject({ by: 'anna', reason: 'Wrong number.' });
    expect(deliveries).toMatchObject([{}, { channel: 'webhook:acme', event: 'returned' }]);
    await expect(ask({ act: 'return', reference, reason: 'Again.' })).rejects.toThrow(
      `409 anna returned ${reference} already.`,
    );
    await expect(ask({ act: 'return', reference: 'L-000000', reason: 'x' })).rejects.toThrow('404');
    await expect(ask({ act: 'return', reference, reason: 'x'.repeat(501) })).rejects.toThrow('400');
    const { entries } = await ask<AuditAnswer>({ act: 'audit', after: null }, { role: 'operate' });
    expect(entries.filter(({ act }) => act === 'return')).toMatchObject([{ by: 'anna', reference }]);
  });
});
