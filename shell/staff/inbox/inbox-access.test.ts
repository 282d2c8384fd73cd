import { describe, expect, it } from '@jest/globals';
import { hostile, listed, look, person, setUpInbox } from '../testing/set-up-inbox.ts';

const inbox = setUpInbox();

describe('the inbox of the staff page', () => {
  it.each(['/_ops/inbox/L-7F3K9Q', '/_ops/inbox?period=today&kind=lead'])(
    'is for who is logged in, and brings them to %s, for which they asked',
    async (wanted) => {
      const { status, page } = await inbox.send(wanted, null);
      expect(status).toBe(200);
      expect(page).toContain('Your token');
      expect(inbox.asked).toEqual([]);
      const next = (/name="next" value="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
      const { cookie, location } = await inbox.send('/_ops/login', { token: inbox.tokenOf('otto'), next });
      expect((await inbox.send(location, null, { cookie })).location).toBe(wanted);
    },
  );

  it.each([
    ['otto', { see: true, audit: false, releases: false }],
    ['olga', { see: true, audit: true, releases: true }],
    ['rita', { see: false, audit: false, releases: true }],
    ['dora', { see: false, audit: false, releases: true }],
  ] as const)('shows %s what their role may, and asks the API in their name', async (name, may) => {
    const { get } = await inbox.logIn(name);
    const { status, page } = await get('/_ops/inbox');
    expect(status).toBe(may.see ? 200 : 403);
    expect(page.includes('Ada Lovelace')).toBe(may.see);
    expect(page.includes('may not see the inbox.')).toBe(!may.see);
    for (const path of ['/quarantine', '/person'])
      expect((await get(`/_ops/inbox${path}`)).status).toBe(may.see ? 200 : 403);
    expect(page.includes('href="/_ops/inbox/audit"')).toBe(may.audit);
    expect(page.includes('href="/_ops/inbox/person"')).toBe(may.see);
    expect(page.includes('Download')).toBe(may.see);
    const one = (await get('/_ops/inbox/L-7F3K9Q')).page;
    expect(one.includes('(801) 555-0142')).toBe(may.see);
    for (const words of ['/save"', '/resend"', 'export or erase']) expect(one.includes(words)).toBe(may.see);
    const home = await get('/_ops');
    expect(home.status).toBe(may.releases ? 200 : 303);
    const roles = { otto: 'office', olga: 'operate', rita: undefined, dora: undefined };
    expect(new Set(inbox.asked.map(({ by, role }) => `${by} ${role}`))).toEqual(
      new Set(roles[name] ? [`${name} ${roles[name]}`] : []),
    );
  });

  it('is kept by nobody, and loads nothing', async () => {
    const { get } = await inbox.logIn('otto');
    for (const path of ['', '/L-7F3K9Q', '/quarantine', '/person']) {
      const { headers, page } = await get(`/_ops/inbox${path}`);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(page).not.toMatch(/<script|src=|<link rel="stylesheet/);
    }
  });

  it('is for windows of people: no script, frame or picture of the site gets it with their cookie', async () => {
    const { cookie, csrf } = await inbox.logIn('olga');
    const before = inbox.asked.length;
    for (const dest of ['empty', 'iframe', 'image', 'embed', 'script']) {
      const headers = { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest };
      for (const path of ['/_ops', '/_ops/inbox', '/_ops/inbox/L-7F3K9Q']) {
        const { status, page } = await inbox.send(path, null, headers);
        expect(status).toBe(403);
        expect(page).not.toMatch(/Ada|csrf/);
      }
      expect((await inbox.send('/_ops/inbox/export', { csrf, kind: 'lead' }, headers)).status).toBe(403);
    }
    expect(inbox.asked.length).toBe(before);
    const opened = await inbox.send('/_ops/inbox', null, { cookie, 'sec-fetch-dest': 'document' });
    expect(opened.status).toBe(200);
    expect(opened.headers['cross-origin-opener-policy']).toBe('noopener-allow-popups');
  });

  it('does nothing for a form of another site, or of nobody who knows the session', async () => {
    const { cookie, csrf } = await inbox.logIn('olga');
    const before = inbox.asked.length;
    const typed = { version: '3', state: 'won', note: 'typed', channel: 'mail', who: 'a@b.example', sure: 'yes' };
    const acts = ['L-7F3K9Q/save', 'L-7F3K9Q/resend', 'L-7F3K9Q/release', 'person/erase', 'person/export', 'export'];
    for (const act of acts) {
      for (const [headers, word] of [
        [{ 'sec-fetch-site': 'cross-site' }, csrf],
        [{}, 'x'],
      ] as const) {
        const path = `/_ops/inbox/${act}`;
        const { status, page } = await inbox.send(path, { ...typed, csrf: word }, { cookie, ...headers });
        expect([act, status]).toEqual([act, 403]);
        expect(page).toContain('Nothing was done: this form');
      }
    }
    expect(inbox.asked.length).toBe(before);
  });

  it('has nothing that was searched for in its address or in the log', async () => {
    const { get, post } = await inbox.logIn('otto');
    const { status, headers } = await post('/_ops/inbox/search', { q: 'Lovelace', kind: 'lead', state: 'won' });
    expect(status).toBe(303);
    expect(headers.location).toMatch(/^\/_ops\/inbox\?kind=lead&state=won&s=[\w-]+$/);
    expect(decodeURIComponent(headers.location ?? '')).not.toContain('Lovelace');
    const { page } = await get(headers.location ?? '');
    expect(inbox.lastAct()).toMatchObject({ act: 'list', search: 'Lovelace', kind: 'lead', state: 'won', after: null });
    expect(page).toContain('value="Lovelace"');
    expect(page).toContain('<details><summary>Dates, industry, source, tests');
    await get('/_ops/inbox?s=forged&kind=__proto__&state=x');
    expect(inbox.lastAct()).toMatchObject({ act: 'list', search: '', kind: null, state: null });
    await post('/_ops/inbox/L-7F3K9Q/save', { version: '3', state: 'won', note: 'Lovelace' });
    await post('/_ops/inbox/person', { who: 'lovelace@example.com' });
    expect(inbox.logged.join('\n')).not.toMatch(/lovelace/i);
  });

  it('shows what visitors and receivers wrote as text, wherever it stands', async () => {
    const form = {
      ...listed,
      name: hostile,
      phone: hostile,
      email: hostile,
      about: hostile,
      page: hostile,
      quarantine: hostile,
    };
    inbox.answers = {
      list: { forms: [form], next: '"><script>', counts: null, partners: [hostile.slice(0, 200)] },
      look: {
        ...look,
        form,
        fields: [{ label: hostile, value: hostile }],
        returned: { at: listed.createdAt, by: hostile, reason: hostile },
        deliveries: look.deliveries.map((each) => ({
          ...each,
          channel: hostile,
          lastError: hostile,
          tries: [{ at: listed.createdAt, outcome: 'failed', ms: 1, said: hostile }],
        })),
        channels: [hostile],
        history: [{ at: listed.createdAt, by: hostile, state: null, note: hostile }],
        others: [form],
      },
      person: { ...person, who: hostile, forms: [form], mentions: [hostile], told: [hostile] },
      audit: {
        entries: [
          {
            id: '1',
            at: listed.createdAt,
            by: hostile,
            role: hostile,
            act: hostile,
            reference: null,
            details: hostile,
          },
        ],
        next: '"><script>',
      },
    };
    const { get, post } = await inbox.logIn('olga');
    const shown = await post('/_ops/inbox/person', { who: hostile.slice(0, 200) });
    for (const path of ['/_ops/inbox', '/_ops/inbox/L-7F3K9Q', '/_ops/inbox/audit', shown.headers.location ?? '']) {
      const { status, page } = await get(path);
      expect(status).toBe(200);
      expect(page).not.toMatch(/<script|<img|onfocus="/);
      expect(page).toContain('&lt;script&gt;');
    }
    const confirmed = await post('/_ops/inbox/L-7F3K9Q/resend', { channel: hostile.slice(0, 200) });
    expect(confirmed.page).not.toMatch(/<script|<img|onfocus="/);
    const { page } = await get('/_ops/inbox');
    expect(page.length).toBeLessThan(40_000);
    inbox.answers.save = 409;
    const typed = await post('/_ops/inbox/L-7F3K9Q/save', { version: '3', state: 'won', note: hostile.slice(0, 4000) });
    expect(typed.page).not.toMatch(/<script|<img|onfocus="/);
  });
});

describe('a name that every object of JavaScript has', () => {
  it('is no outcome, channel or act', async () => {
    const { get, post } = await inbox.logIn('olga');
    for (const name of ['__proto__', 'constructor']) {
      const { status, page } = await get(`/_ops/inbox/L-7F3K9Q?done=${name}`);
      expect({ status, isDone: page.includes('class="done"') }).toEqual({ status: 200, isDone: false });
      const confirmed = await post('/_ops/inbox/L-7F3K9Q/resend', { channel: name });
      expect(confirmed.page).toContain(`<li>Webhook ${name} gets the complete form again.</li>`);
      const entry = {
        id: '1',
        at: listed.createdAt,
        by: 'olga',
        role: 'operate',
        act: name,
        reference: null,
        details: '',
      };
      inbox.answers.audit = { entries: [entry], next: null };
      expect((await get('/_ops/inbox/audit')).page).toContain(`<td data-label="What">${name} </td>`);
    }
  });
});
