import { describe, expect, it } from '@jest/globals';
import { hostile, listed, setUpInbox } from '../testing/set-up-inbox.ts';

const inbox = setUpInbox();

describe('a list of the inbox', () => {
  it('names the filters above what they leave, with a link that clears them', async () => {
    const { get } = await inbox.logIn('otto');
    const { page } = await get('/_ops/inbox?kind=lead&state=won&period=week&source=partner%3Aacme&tests=yes');
    expect(page).toContain('Filtered by: Leads, Won, This week, partner acme, with tests.');
    expect(page).toMatch(/Filtered by: [^<]*<\/p><a class="button" href="\/_ops\/inbox">Show all forms<\/a>.*<table/s);
    expect((await get('/_ops/inbox')).page).not.toContain('Filtered by');
  });

  it('asks for days of its time zone, and shows what it filters by', async () => {
    const { get } = await inbox.logIn('otto');
    const { status, page } = await get(
      '/_ops/inbox?from=2026-03-08&to=2026-03-08&industry=solar&source=partner%3Aacme&tests=yes&kind=lead',
    );
    expect(status).toBe(200);
    expect(inbox.lastAct()).toMatchObject({
      ...{ since: '2026-03-08T07:00:00.000Z', until: '2026-03-09T06:00:00.000Z' },
      ...{ industry: 'solar', source: 'partner:acme', tests: true, kind: 'lead', state: null },
    });
    for (const words of [
      '<details open="">',
      'value="2026-03-08"',
      '<option value="solar" selected="">Solar</option>',
      '<option value="partner:acme" selected="">Partner acme</option>',
      'midnight, America/Denver',
      'All states <span class="count">1000+</span>',
      'Called <span class="count">1</span>',
    ])
      expect(page).toContain(words);
    const { page: today } = await get('/_ops/inbox?period=today');
    expect(today).toMatch(/Filtered by: Today, [A-Z][a-z]{2} \d{1,2}, America\/Denver\./);
    const { since = '', until } = inbox.lastAct() as { since: string; until: string | null };
    expect(until).toBeNull();
    expect(Date.now() - Date.parse(since)).toBeLessThan(25 * 3_600_000);
    expect(new Date(since).toLocaleTimeString('sv-SE', { timeZone: 'America/Denver' })).toBe('00:00:00');
    await get('/_ops/inbox?period=week');
    const { since: monday } = inbox.lastAct() as { since: string };
    expect(new Date(monday).toLocaleDateString('en', { timeZone: 'America/Denver', weekday: 'long' })).toBe('Monday');
  });

  it('that finds nothing says what narrows it, and links to where there may be more', async () => {
    const { get, post } = await inbox.logIn('otto');
    inbox.answers.list = { forms: [], next: null, counts: null, partners: [], quarantined: 3 };
    const { headers } = await post('/_ops/inbox/search', { q: 'Ada', kind: 'lead', state: 'won' });
    const { page } = await get(headers.location ?? '');
    expect(page).toContain('narrowed by: Leads, Won. ');
    expect(page).toContain('>Quarantine (3)</a>');
    const [, everywhere = ''] = /href="([^"]+)">Search everywhere/.exec(page) ?? [];
    const { page: all } = await get(everywhere);
    expect(inbox.lastAct()).toMatchObject({ search: 'Ada', kind: null, state: null });
    expect(all).not.toContain('Search everywhere');
    const [, tests = ''] = /Tests are hidden\. <a href="([^"]+)"/.exec(page) ?? [];
    await get(tests.replaceAll('&amp;', '&'));
    expect(inbox.lastAct()).toMatchObject({ search: 'Ada', kind: 'lead', tests: true });
  });

  it('counts a single form in the singular, and opens for the address of what was done with it', async () => {
    const { get } = await inbox.logIn('otto');
    inbox.answers.list = { forms: [listed], next: null, counts: { new: 1, called: 0, won: 0, lost: 0 }, partners: [] };
    const { page } = await get('/_ops/inbox');
    expect(page).toContain(' The form on this page<');
    expect(page).toContain('Download this form, with every field.');
    for (const [path, location] of [
      ['change', ''],
      ['undo', ''],
      ['L-7F3K9Q/save', '/L-7F3K9Q'],
    ])
      expect((await get(`/_ops/inbox/${path}`)).headers.location).toBe(`/_ops/inbox${location}`);
  });

  it('refuses filters that are none, and says why', async () => {
    const { get, post } = await inbox.logIn('otto');
    const before = inbox.asked.length;
    for (const [query, words] of [
      ['from=2026-02-30', '“From” must be a day'],
      ['to=yesterday', '“To” must be a day'],
      ['from=99999-01-01', '“From” must be a day'],
      ['from=2026-03-09&to=2026-03-08', '“From” must not be after “To”.'],
      [`source=${encodeURIComponent("partner:' or true --")}`, 'There is no such source.'],
    ] as const) {
      const shown = await get(`/_ops/inbox?${query}`);
      const exported = await post('/_ops/inbox/export', Object.fromEntries(new URLSearchParams(query)));
      for (const { status, page } of [shown, exported])
        expect({ query, status, isSaid: page.includes(words) }).toEqual({ query, status: 400, isSaid: true });
    }
    expect(inbox.asked.length).toBe(before);
  });

  it('leads back from a form to the list with its filters, also after something was done', async () => {
    const { get, post } = await inbox.logIn('otto');
    const { headers } = await post('/_ops/inbox/search', { q: 'Lovelace', kind: 'lead', period: 'week' });
    const hrefIn = (page: string, of: RegExp) => {
      const found = of.exec(page)?.[1];
      if (found === undefined) throw new Error(`The page has no ${of}.`);
      return found.replaceAll('&amp;', '&');
    };
    const isList = async (page: string) => {
      await get(hrefIn(page, /href="([^"]+)">Back to the list/));
      expect(inbox.lastAct()).toMatchObject({
        act: 'list',
        search: 'Lovelace',
        kind: 'lead',
        since: expect.any(String),
      });
    };
    const { page: shown } = await get(headers.location ?? '');
    const { page } = await get(hrefIn(shown, /<th scope="row">.*?<a href="([^"]+)"/));
    await isList(page);
    const back = hrefIn(page, /name="back" value="([^"]+)"/);
    expect(back).not.toContain('Lovelace');
    const saved = await post('/_ops/inbox/L-7F3K9Q/save', { version: '3', state: 'won', note: '', back });
    await isList((await get(saved.headers.location ?? '')).page);
    await isList((await post('/_ops/inbox/L-7F3K9Q/save', { version: '3', state: 'x', note: '', back })).page);
    for (const elsewhere of ['//evil.example', 'https://evil.example', '/../x', '"><script>', '/quarantine/../..'])
      expect(
        hrefIn((await get(`/_ops/inbox/L-7F3K9Q?back=${encodeURIComponent(elsewhere)}`)).page, /href="([^"]+)">Back/),
      ).toBe('/_ops/inbox');
  });
});

describe('a change of many forms', () => {
  const picks = ({ csrf, cookie }: Awaited<ReturnType<typeof inbox.logIn>>, fields: string) =>
    inbox.send('/_ops/inbox/change', new URLSearchParams(`csrf=${csrf}&${fields}`), { cookie });

  it('goes from a list and back to it, names what was left alone, and can be undone from there', async () => {
    const otto = await inbox.logIn('otto');
    const { page: shown } = await otto.get('/_ops/inbox?kind=lead');
    expect(shown).toContain('aria-label="Select Ada Lovelace, L-7F3K9Q" name="pick" value="L-7F3K9Q.3"');
    inbox.answers.change = { changed: ['L-7F3K9Q'], missed: [hostile.slice(0, 200)] };
    const fields = 'pick=L-7F3K9Q.3&pick=L-7F3K9R.0&kind=lead&new-state=called&new-assignee=-&new-reminder=';
    const { status, headers } = await picks(otto, fields);
    expect(status).toBe(303);
    expect(inbox.lastAct()).toEqual({
      act: 'change',
      forms: [
        { reference: 'L-7F3K9Q', version: 3 },
        { reference: 'L-7F3K9R', version: 0 },
      ],
      ...{ state: 'called', assignee: '', remindOn: null },
    });
    expect(headers.location).toMatch(/^\/_ops\/inbox\?kind=lead&said=[\w-]+$/);
    const { page } = await otto.get(headers.location ?? '');
    expect(inbox.lastAct()).toMatchObject({ act: 'list', kind: 'lead' });
    expect(page).toContain('1 form changed: Called, for nobody.');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toMatch(/<script/);
    inbox.answers.undo = { changed: ['L-7F3K9Q'], missed: [] };
    const undone = await otto.post('/_ops/inbox/undo', { reference: 'L-7F3K9Q', place: 'inbox', kind: 'lead' });
    expect(inbox.lastAct()).toEqual({ act: 'undo', reference: 'L-7F3K9Q' });
    const after = await otto.get(undone.headers.location ?? '');
    expect(after.page).toContain('1 form as before.');
    expect(after.page).not.toContain('>Undo<');
    const forged = await otto.get(`/_ops/inbox?said=${encodeURIComponent('{"done":"x"}')}`);
    expect(forged.page).not.toContain('class="done"');
  });

  it('that changed nothing looks like a failure', async () => {
    const otto = await inbox.logIn('otto');
    inbox.answers.change = { changed: [], missed: ['ben changed L-7F3K9Q.'] };
    const { headers } = await picks(otto, 'pick=L-7F3K9Q.3&new-state=lost');
    const { page } = await otto.get(headers.location ?? '');
    expect(page).toContain('<div class="message" role="alert"><p>Nothing was done.</p>');
    expect(page).not.toContain('class="done"');
  });

  it('of a whole page takes one box, and of one form its page leads back', async () => {
    const otto = await inbox.logIn('otto');
    inbox.answers.change = { changed: ['L-7F3K9Q'], missed: [] };
    await picks(otto, 'all=yes&shown=L-7F3K9Q.3&shown=L-7F3K9R.0&new-state=lost');
    expect((inbox.lastAct() as { forms: object[] }).forms).toHaveLength(2);
    const saved = await otto.get('/_ops/inbox/L-7F3K9Q?done=saved');
    expect(saved.page).toContain('>Undo<');
    inbox.answers.undo = { changed: ['L-7F3K9Q'], missed: [] };
    const { headers } = await otto.post('/_ops/inbox/undo', { reference: 'L-7F3K9Q' });
    expect(headers.location).toBe('/_ops/inbox/L-7F3K9Q?done=undone');
    inbox.answers.undo = 409;
    const refused = await otto.post('/_ops/inbox/undo', { reference: 'L-7F3K9Q' });
    expect(refused).toMatchObject({ status: 409, page: expect.stringContaining('Refused with 409.') });
  });

  it('is refused for what is no change, and says why', async () => {
    const otto = await inbox.logIn('otto');
    for (const [what, fields, words] of [
      ['no form', 'new-state=lost', 'select at least one form'],
      ['nothing to change', 'pick=L-7F3K9Q.3', 'choose a state, somebody or a reminder'],
      [
        'more than a page',
        Array.from({ length: 51 }, (_, number) => `pick=L-7F3K${10 + number}.0`).join('&'),
        'at most 50 forms can be changed at once, and these are 51.',
      ],
      ['what is no selection', "pick=L-7F3K9Q' or true&new-state=lost", 'the selection cannot be read'],
      ['a day that there is not', 'pick=L-7F3K9Q.3&new-reminder=2026-02-30', 'a reminder takes a day'],
      ['nobody of the list', 'pick=L-7F3K9Q.3&new-assignee=<b>', 'choose somebody of the list'],
    ] as const) {
      const { status, page } = await picks(otto, fields);
      const isSaid = page.includes(`Nothing was changed: ${words}`);
      expect({ what, status, isSaid }).toEqual({ what, status: 422, isSaid: true });
    }
    expect(inbox.acts()).not.toContain('change');
  });

  it('that is refused keeps the ticks and the choices, on the same page of the list', async () => {
    const fields = 'pick=L-7F3K9Q.3&kind=lead&after=new&new-state=lost&new-reminder=2026-02-30';
    const { page } = await picks(await inbox.logIn('otto'), fields);
    expect(inbox.lastAct()).toMatchObject({ act: 'list', kind: 'lead', after: 'new' });
    expect(page).toMatch(/name="pick" checked="" value="L-7F3K9Q\.3"|value="L-7F3K9Q\.3" checked=""/);
    expect(page).toContain('<option value="lost" selected="">');
  });

  it('is refused for ten thousand forms before any of it is read', async () => {
    const fields = Array.from({ length: 10_000 }, (_, number) => `pick=L-${number}.0`).join('&');
    const { status, page } = await picks(await inbox.logIn('otto'), fields);
    expect({ status, isSaid: page.includes('the form is too long') }).toEqual({ status: 413, isSaid: true });
  });
});
