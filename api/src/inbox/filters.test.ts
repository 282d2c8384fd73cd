import { beforeAll, describe, expect, it } from '@jest/globals';
import { type OfficeRequest, officeLimits } from 'kit/contracts/office';
import { readSheet } from 'read-excel-file/node';
import { askOffice, sharedInbox } from '../../testing/ask-office.ts';
import { firstExport, firstListing } from '../../testing/first-listing.ts';
import { parseCsv } from '../../testing/parse-csv.ts';
import { runOffice } from '../../testing/run-office.ts';
import { problemOf } from '../../testing/start-test-api.ts';

const inbox = sharedInbox();
const { api, keepMany, ask, list, pages } = inbox;
beforeAll(async () => {
  await api.database.client.query(`insert into partners (name, created_by) values ('acme', 'x'), ('website', 'x')`);
});

const send = (overrides: object = {}, page = '/hvac') =>
  inbox.send(overrides, { 'X-Form-Context': `page=${encodeURIComponent(page)}&consent=1&fill=9000&trap=` });
const set = (reference: string, columns: string) =>
  api.database.client.query(`update submissions set ${columns} where reference = $1`, [reference]);

const referencesOf = async (wanted: Parameters<typeof list>[0]) =>
  (await list(wanted)).forms.map(({ reference }) => reference);
const save = (reference: string, version: number, note: string) =>
  ask({ act: 'save', reference, version, state: 'called', assignee: null, remindOn: null, note });

describe('the filters of the inbox', () => {
  it('leave what came in a period, its first moment included and its last not', async () => {
    const [first, second, third] = [await send(), await send(), await send()];
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
    const ofPage = await send({}, '/industries/Solar/');
    const ofPartner = await send({}, '/landing');
    const other = await send({}, '/hvac');
    await set(ofPartner, `industry = 'solar', partner = 'acme'`);
    expect(await referencesOf({ industry: 'solar' })).toEqual([ofPartner, ofPage]);
    expect(await referencesOf({ industry: 'solar', source: 'website' })).toEqual([ofPage]);
    expect(await referencesOf({ source: 'partner:acme' })).toEqual([ofPartner]);
    expect(await referencesOf({ source: 'partner:website' })).toEqual([]);
    expect(await referencesOf({ industry: 'hvac', search: 'ada' })).toEqual([other]);
    expect((await list()).partners).toEqual(['acme', 'website']);
  });

  it('count each state of what the others leave, to a limit', async () => {
    const [first] = [await send(), await send(), await send({}, '/solar'), await send({ isTest: true })];
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
    await send();
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
    const reference = await send({ location: 'Springfield', services: ['repair'] });
    const other = await send({ name: 'Grace Hopper', email: 'grace@example.com', phone: '(801) 555-0199' });
    for (const text of ['springf', 'repair']) expect(await referencesOf({ search: text })).toContain(reference);
    expect(await referencesOf({ search: 'springfield' })).toEqual([reference]);
    await save(reference, 0, 'Call the sister on +44 20 7946 0958, or sister@example.org. Wants it naïve.');
    for (const text of ['sister', '020 7946 0958', '0044 (0)20 79460958', 'sister@example.org', 'naive'])
      expect({ text, found: await referencesOf({ search: text }) }).toEqual({ text, found: [reference] });
    await save(other, 0, 'Nothing of it.');
    expect(await referencesOf({ search: 'nothing' })).toEqual([other]);
  });

  it('forgets the words of a note with the person, and does not take a note about somebody for theirs', async () => {
    const reference = await send({ name: 'Eve', email: 'eve@example.com' });
    const other = await send({ name: 'Ada', email: 'ada@example.com' });
    await save(other, 0, 'Ask eve@example.com, a friend.');
    await save(reference, 0, 'Prefers mornings.');
    expect(await ask({ act: 'person', who: 'eve@example.com' })).toMatchObject({ count: 1, mentions: [other] });
    await ask({ act: 'erase-person', who: 'eve@example.com', count: 1 });
    expect(await referencesOf({ search: 'eve@example.com' })).toEqual([]);
    expect(await referencesOf({ search: 'mornings' })).toEqual([]);
    expect(await referencesOf({ search: 'friend' })).toEqual([other]);
  });

  it('finds forms of an earlier version once their words are made anew', async () => {
    const reference = await send({ location: 'Springfield' });
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
      await send({ name: 'Person of another page', isTest: page === '/hvac' }, page);
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
    await send({ name: '=HYPERLINK("http://evil.example")', phone: '+1 801 555 0142' });
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

  it('is refused where more forms match than one workbook has', async () => {
    await keepMany(officeLimits.inWorkbook + 1);
    const answer = await askOffice(api, { ...firstExport, format: 'xlsx' });
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).message).toContain('or take the CSV file');
    expect((await askOffice(api, firstExport)).status).toBe(200);
  });

  it('is refused where more forms match than one export has', async () => {
    // Without their words for the search, which take a while.
    await api.database.client.query('alter table submissions disable trigger user');
    await keepMany(officeLimits.exported + 1);
    await api.database.client.query('alter table submissions enable trigger user');
    const answer = await askOffice(api, firstExport);
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).message).toContain('choose a shorter period');
  });
});
