import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ListedForm, type LookAnswer, type OfficeRequest, officeHeader } from 'kit/contracts/office';
import { openAssertion, type StaffAssertion } from 'kit/server/staff-assertion';
import { Stores } from '../../platform/index.ts';
import { buildFolder } from '../../platform/testing/build-dist.ts';
import { buildPlatform } from '../../platform/testing/build-platform.ts';
import { StaffHandler } from '../staff-handler.tsx';
import { StaffTokens } from '../staff-members.ts';
import { buildRefusals, buildRoomHandler } from '../testing/build-room-handler.ts';
import { InboxHandler } from './inbox-handler.tsx';
import { OfficeClient } from './office-client.ts';

const tokens = {
  otto: 'a-token-of-otto-of-the-office',
  olga: 'a-token-of-olga-to-operate',
  rita: 'a-token-of-rita-to-read',
  dora: 'a-token-of-dora-for-agents',
};
type Name = keyof typeof tokens;
const list = `otto:${tokens.otto}:office,olga:${tokens.olga},rita:${tokens.rita}:read,dora:${tokens.dora}:own=mf-agents`;
const key = Buffer.alloc(32, 5);

/** What somebody may write who wants to do harm: markup, an end of the text field, a turn of direction, much of it. */
const hostile = `<script>alert(1)</script></textarea><img src=x onerror=alert(2)>" onfocus="alert(3)\u202Eevil ${'x'.repeat(10_000)}`;

const listed: ListedForm = {
  reference: 'L-7F3K9Q',
  kind: 'lead',
  createdAt: '2026-11-22T10:00:00.000Z',
  state: 'new',
  name: 'Ada Lovelace',
  phone: '(801) 555-0142',
  email: 'ada@example.com',
  about: 'Salt Lake City',
  page: '/hvac',
  isTest: false,
  quarantine: null,
  isErased: false,
  isUndelivered: false,
  version: 3,
  assignee: null,
  remindOn: null,
};

const look: LookAnswer = {
  form: listed,
  title: 'Lead',
  fields: [{ label: 'Name', value: 'Ada Lovelace' }],
  releasedBy: null,
  erasedAt: null,
  returned: null,
  deliveries: [
    {
      channel: 'webhook:crm',
      event: 'created',
      state: 'given up',
      at: '2026-11-22T10:01:00.000Z',
      lastError: 'HTTP 500',
      tries: [{ at: '2026-11-22T10:01:00.000Z', outcome: 'failed', ms: 12, said: 'HTTP 500' }],
    },
  ],
  channels: ['mail', 'webhook:crm'],
  history: [{ at: '2026-11-22T10:02:00.000Z', by: 'otto', state: 'called', note: 'On Monday.' }],
  others: [],
};

const counts = { new: 2, called: 1, won: 0, lost: 1000 };

const person = { who: 'ada@example.com', count: 1, forms: [listed], mentions: [], told: ['webhook:crm'], mailed: 1 };

/** What the API answers to each act; a number is a refusal. */
let answers: Record<string, object | number>;
let asked: (StaffAssertion & { request: OfficeRequest })[];
let api: Server;
let site: Server;
let place: string;
let logged: string[];

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  logged = [];
  const note = (...words: unknown[]) => void logged.push(words.join(' '));
  jest.spyOn(console, 'error').mockImplementation(note);
  jest.spyOn(console, 'log').mockImplementation(note);
  asked = [];
  answers = {
    list: { forms: [listed], next: null, counts, partners: ['acme'] },
    look,
    person,
    audit: { entries: [], next: null },
  };
  api = createServer(async (got, answer) => {
    const { sealed } = JSON.parse(await text(got));
    const assertion = openAssertion(key, sealed);
    if (typeof assertion === 'string') throw new Error('The shell server must seal with the key.');
    const request = assertion.request as OfficeRequest;
    asked.push({ ...assertion, request });
    const said = answers[request.act] ?? { said: 'Done.' };
    answer.setHeader(officeHeader, 'open');
    if (typeof said === 'number') answer.writeHead(said).end(JSON.stringify({ message: `Refused with ${said}.` }));
    else answer.end(Array.isArray(said) ? said.join('') : JSON.stringify(said));
  });
  const staff = new StaffTokens(list);
  const platform = buildPlatform(Stores.openFolderStore(await buildFolder()));
  const refusals = buildRefusals();
  const handler = new StaffHandler({
    platform,
    tokens: staff,
    openId: null,
    room: buildRoomHandler(platform, staff.key, refusals),
    refusals,
    inbox: new InboxHandler({
      client: new OfficeClient(await listen(api), key),
      ...{ key: staff.key, zone: 'America/Denver', people: staff.officeNames },
    }),
    addressOf: () => '192.0.2.7',
    secure: false,
  });
  site = createServer((got, answer) => {
    const pathname = got.url?.split('?')[0] ?? '';
    void handler.handle(got, answer, pathname).then((isOurs) => isOurs || answer.writeHead(404).end());
  });
  place = await listen(site);
});

afterEach(() => {
  for (const server of [api, site]) {
    server.closeAllConnections();
    server.close();
  }
});

/** fetch may not say where a request comes from. */
async function send(
  path: string,
  fields: Record<string, string> | URLSearchParams | null,
  headers: Record<string, string> = {},
) {
  const sent = request(`${place}${path}`, {
    method: fields === null ? 'GET' : 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    agent: false,
  });
  sent.end(fields === null ? undefined : new URLSearchParams(fields).toString());
  const [answer] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) => {
    sent.on('response', (response) => resolve([response]));
    sent.on('error', reject);
  });
  return { status: answer.statusCode ?? 0, headers: answer.headers, page: await text(answer) };
}

async function logIn(name: Name) {
  const { headers } = await send('/_ops/login', { token: tokens[name] });
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const get = (path: string) => send(path, null, { cookie });
  const { page } = await get(name === 'otto' ? '/_ops/inbox' : '/_ops');
  const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const post = (path: string, fields: Record<string, string>) => send(path, { csrf, ...fields }, { cookie });
  return { cookie, csrf, get, post };
}

const lastAct = () => asked.at(-1)?.request;

describe('the inbox of the staff page', () => {
  it.each(['/_ops/inbox/L-7F3K9Q', '/_ops/inbox?period=today&kind=lead'])(
    'is for who is logged in, and brings them to %s, for which they asked',
    async (wanted) => {
      const { status, page } = await send(wanted, null);
      expect(status).toBe(200);
      expect(page).toContain('Your token');
      expect(asked).toEqual([]);
      const next = (/name="next" value="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
      const { headers } = await send('/_ops/login', { token: tokens.otto, next });
      const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      const onward = await send(headers.location ?? '', null, { cookie });
      expect(onward.headers.location).toBe(wanted);
    },
  );

  it('leads to no other site, and to no page that it does not have', async () => {
    for (const elsewhere of ['https://evil.example', '//evil.example', '/_ops/inbox/../../x', '/_ops/inbox\r\nx: y']) {
      const away = await send('/_ops/login', { token: tokens.olga, next: elsewhere });
      expect(away.headers.location).toBe('/_ops?logged-in=');
    }
  });

  it.each([
    ['otto', { see: true, audit: false, releases: false }],
    ['olga', { see: true, audit: true, releases: true }],
    ['rita', { see: false, audit: false, releases: true }],
    ['dora', { see: false, audit: false, releases: true }],
  ] as const)('shows %s what their role may, and asks the API in their name', async (name, may) => {
    const { get } = await logIn(name);
    const { status, page } = await get('/_ops/inbox');
    expect(status).toBe(may.see ? 200 : 403);
    expect(page.includes('Ada Lovelace')).toBe(may.see);
    expect(page.includes('href="/_ops/inbox/audit"')).toBe(may.audit);
    expect(page.includes('href="/_ops/inbox/person"')).toBe(may.see);
    expect(page.includes('Download')).toBe(may.see);
    const one = (await get('/_ops/inbox/L-7F3K9Q')).page;
    expect(one.includes('(801) 555-0142')).toBe(may.see);
    for (const words of ['/save"', '/resend"', 'export or erase']) expect(one.includes(words)).toBe(may.see);
    const home = await get('/_ops');
    expect(home.status).toBe(may.releases ? 200 : 303);
    const roles = { otto: 'office', olga: 'operate', rita: undefined, dora: undefined };
    expect(new Set(asked.map(({ by, role }) => `${by} ${role}`))).toEqual(
      new Set(roles[name] ? [`${name} ${roles[name]}`] : []),
    );
  });

  it('lets nobody of the office roll back', async () => {
    const { post } = await logIn('otto');
    expect((await post('/_ops/act/rollback', { remote: 'mf-agents', reason: 'x', expect: '1' })).status).toBe(403);
  });

  it('is kept by nobody, and loads nothing', async () => {
    const { get } = await logIn('otto');
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
    const { cookie, csrf } = await logIn('olga');
    const before = asked.length;
    for (const dest of ['empty', 'iframe', 'image', 'embed', 'script']) {
      const headers = { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest };
      for (const path of ['/_ops', '/_ops/inbox', '/_ops/inbox/L-7F3K9Q']) {
        const { status, page } = await send(path, null, headers);
        expect(status).toBe(403);
        expect(page).not.toMatch(/Ada|csrf/);
      }
      expect((await send('/_ops/inbox/export', { csrf, kind: 'lead' }, headers)).status).toBe(403);
    }
    expect(asked.length).toBe(before);
    const opened = await send('/_ops/inbox', null, { cookie, 'sec-fetch-dest': 'document' });
    expect(opened.status).toBe(200);
    expect(opened.headers['cross-origin-opener-policy']).toBe('noopener-allow-popups');
  });

  it('has nothing that was searched for in its address or in the log', async () => {
    const { get, post } = await logIn('otto');
    const { status, headers } = await post('/_ops/inbox/search', { q: 'Lovelace', kind: 'lead', state: 'won' });
    expect(status).toBe(303);
    expect(headers.location).toMatch(/^\/_ops\/inbox\?kind=lead&state=won&s=[\w-]+$/);
    expect(decodeURIComponent(headers.location ?? '')).not.toContain('Lovelace');
    const { page } = await get(headers.location ?? '');
    expect(lastAct()).toMatchObject({ act: 'list', search: 'Lovelace', kind: 'lead', state: 'won', after: null });
    expect(page).toContain('value="Lovelace"');
    expect(page).toContain('<details><summary>Dates, industry, source, tests');
    await get('/_ops/inbox?s=forged&kind=__proto__&state=x');
    expect(lastAct()).toMatchObject({ act: 'list', search: '', kind: null, state: null });
    await post('/_ops/inbox/L-7F3K9Q/save', { version: '3', state: 'won', note: 'Lovelace' });
    await post('/_ops/inbox/person', { who: 'lovelace@example.com' });
    expect(logged.join('\n')).not.toMatch(/lovelace/i);
  });

  it('names the filters above what they leave, with a link that clears them', async () => {
    const { get } = await logIn('otto');
    const { page } = await get('/_ops/inbox?kind=lead&state=won&period=week&source=partner%3Aacme&tests=yes');
    expect(page).toContain('Filtered by: Leads, Won, This week, partner acme, with tests.');
    expect(page).toMatch(/Filtered by: [^<]*<\/p><a class="button" href="\/_ops\/inbox">Show all forms<\/a>.*<table/s);
    expect((await get('/_ops/inbox')).page).not.toContain('Filtered by');
  });

  it('says of a form that was just released that it waits, and of no other delivery', async () => {
    const { get } = await logIn('otto');
    answers.look = { ...look, releasedBy: 'otto', deliveries: [] };
    const { page } = await get('/_ops/inbox/L-7F3K9Q?done=released');
    expect(page).toContain('It waits to be delivered.');
    expect(page).not.toMatch(/not delivered|being delivered/);
    answers.look = { ...look, form: { ...listed, isTest: true }, deliveries: [] };
    expect((await get('/_ops/inbox/L-7F3K9Q')).page).toContain('This form is not delivered: it is a test.');
  });

  it('shows at an empty reason that it is required, in its open form', async () => {
    const { get, post } = await logIn('otto');
    const closed = (await get('/_ops/inbox/L-7F3K9Q')).page;
    expect(closed).toContain('<details><summary>Return this lead');
    expect(closed).not.toContain('aria-invalid="true"');
    const { status, page } = await post('/_ops/inbox/L-7F3K9Q/return', { reason: ' ', sure: 'yes' });
    expect(status).toBe(422);
    expect(page).toContain('<details open=""><summary>Return this lead');
    expect(page).toMatch(
      /<textarea id="reason"[^>]* aria-invalid="true"[^>]*><\/textarea><small class="wrong"[^>]*>Required\.</,
    );
  });

  it('asks for days of its time zone, and shows what it filters by', async () => {
    const { get } = await logIn('otto');
    const { status, page } = await get(
      '/_ops/inbox?from=2026-03-08&to=2026-03-08&industry=solar&source=partner%3Aacme&tests=yes&kind=lead',
    );
    expect(status).toBe(200);
    expect(lastAct()).toMatchObject({
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
    await get('/_ops/inbox?period=today');
    const { since = '', until } = lastAct() as { since: string; until: string | null };
    expect(until).toBeNull();
    expect(Date.now() - Date.parse(since)).toBeLessThan(25 * 3_600_000);
    expect(new Date(since).toLocaleTimeString('sv-SE', { timeZone: 'America/Denver' })).toBe('00:00:00');
    await get('/_ops/inbox?period=week');
    const { since: monday } = lastAct() as { since: string };
    expect(new Date(monday).toLocaleDateString('en', { timeZone: 'America/Denver', weekday: 'long' })).toBe('Monday');
  });

  it.each([
    ['from=2026-02-30', '“From” must be a day'],
    ['to=yesterday', '“To” must be a day'],
    ['from=99999-01-01', '“From” must be a day'],
    ['from=2026-03-09&to=2026-03-08', '“From” must not be after “To”.'],
    [`source=${encodeURIComponent("partner:' or true --")}`, 'There is no such source.'],
  ])('refuses %s and says why', async (query, words) => {
    const { get, post } = await logIn('otto');
    const before = asked.length;
    const { status, page } = await get(`/_ops/inbox?${query}`);
    expect({ status, isSaid: page.includes(words) }).toEqual({ status: 400, isSaid: true });
    const exported = await post('/_ops/inbox/export', Object.fromEntries(new URLSearchParams(query)));
    expect({ status: exported.status, isSaid: exported.page.includes(words) }).toEqual({ status: 400, isSaid: true });
    expect(asked.length).toBe(before);
  });

  it('leads back from a form to the list with its filters, also after something was done', async () => {
    const { get, post } = await logIn('otto');
    const { headers } = await post('/_ops/inbox/search', { q: 'Lovelace', kind: 'lead', period: 'week' });
    const hrefIn = (page: string, of: RegExp) => {
      const found = of.exec(page)?.[1];
      if (found === undefined) throw new Error(`The page has no ${of}.`);
      return found.replaceAll('&amp;', '&');
    };
    const isList = async (page: string) => {
      await get(hrefIn(page, /href="([^"]+)">Back to the list/));
      expect(lastAct()).toMatchObject({ act: 'list', search: 'Lovelace', kind: 'lead', since: expect.any(String) });
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

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, {}],
    ['nobody who knows the session', {}, { csrf: 'x' }],
  ])('does nothing for a form of %s', async (_who, headers, fields) => {
    const { cookie, csrf } = await logIn('olga');
    const before = asked.length;
    for (const path of [
      'L-7F3K9Q/save',
      'L-7F3K9Q/resend',
      'L-7F3K9Q/release',
      'person/erase',
      'person/export',
      'export',
    ]) {
      const form = {
        csrf,
        version: '3',
        state: 'won',
        note: 'typed',
        channel: 'mail',
        who: 'a@b.example',
        sure: 'yes',
      };
      const { status, page } = await send(`/_ops/inbox/${path}`, { ...form, ...fields }, { cookie, ...headers });
      expect(status).toBe(403);
      expect(page).toContain('Nothing was done: this form');
    }
    expect(asked.length).toBe(before);
  });

  it.each([
    ['release', { quarantine: 'sent within a second' }, 'It was quarantined: <bdi>sent within a second</bdi>', {}],
    ['resend', {}, 'Webhook crm gets the complete form again.', { channel: 'webhook:crm' }],
  ] as const)(
    'says what will happen before it does %s a form, and does it once somebody is sure',
    async (act, of, words, fields) => {
      answers.look = { ...look, form: { ...listed, ...of } };
      const { post } = await logIn('otto');
      const { status, page } = await post(`/_ops/inbox/L-7F3K9Q/${act}`, fields);
      expect(status).toBe(200);
      expect(page).toContain(words);
      expect(page).toContain('Nothing has been sent yet.');
      expect(asked.map(({ request: { act: done } }) => done)).not.toContain(act);
      const form = /<main>[\s\S]*<form action="([^"]+)" method="post">([\s\S]*)<\/form>/.exec(page);
      const hidden = [...(form?.[2] ?? '').matchAll(/name="([^"]+)" value="([^"]+)"/g)];
      const sent = await post(
        form?.[1] ?? '',
        Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
      );
      expect(sent.status).toBe(303);
      expect(lastAct()).toMatchObject({ act, reference: 'L-7F3K9Q', ...fields });
    },
  );

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
    answers = {
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
    const { get, post } = await logIn('olga');
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
    answers.save = 409;
    const typed = await post('/_ops/inbox/L-7F3K9Q/save', { version: '3', state: 'won', note: hostile.slice(0, 4000) });
    expect(typed.page).not.toMatch(/<script|<img|onfocus="/);
  });
});

describe('a name that every object of JavaScript has', () => {
  it.each(['__proto__', 'constructor'])('is no outcome, channel or act: %s', async (name) => {
    const { get, post } = await logIn('olga');
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
    answers.audit = { entries: [entry], next: null };
    expect((await get('/_ops/inbox/audit')).page).toContain(`<td data-label="What">${name} </td>`);
  });
});

describe('a change of many forms', () => {
  const picks = ({ csrf, cookie }: Awaited<ReturnType<typeof logIn>>, fields: string) =>
    send('/_ops/inbox/change', new URLSearchParams(`csrf=${csrf}&${fields}`), { cookie });

  it('goes from a list and back to it, names what was left alone, and can be undone from there', async () => {
    const otto = await logIn('otto');
    const { page: shown } = await otto.get('/_ops/inbox?kind=lead');
    expect(shown).toContain('aria-label="Select Ada Lovelace, L-7F3K9Q" name="pick" value="L-7F3K9Q.3"');
    answers.change = { changed: ['L-7F3K9Q'], missed: [hostile.slice(0, 200)] };
    const fields = 'pick=L-7F3K9Q.3&pick=L-7F3K9R.0&kind=lead&new-state=called&new-assignee=-&new-reminder=';
    const { status, headers } = await picks(otto, fields);
    expect(status).toBe(303);
    expect(lastAct()).toEqual({
      act: 'change',
      forms: [
        { reference: 'L-7F3K9Q', version: 3 },
        { reference: 'L-7F3K9R', version: 0 },
      ],
      ...{ state: 'called', assignee: '', remindOn: null },
    });
    expect(headers.location).toMatch(/^\/_ops\/inbox\?kind=lead&said=[\w-]+$/);
    const { page } = await otto.get(headers.location ?? '');
    expect(lastAct()).toMatchObject({ act: 'list', kind: 'lead' });
    expect(page).toContain('1 form changed.');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toMatch(/<script/);
    answers.undo = { changed: ['L-7F3K9Q'], missed: [] };
    const undone = await otto.post('/_ops/inbox/undo', { reference: 'L-7F3K9Q', place: 'inbox', kind: 'lead' });
    expect(lastAct()).toEqual({ act: 'undo', reference: 'L-7F3K9Q' });
    const after = await otto.get(undone.headers.location ?? '');
    expect(after.page).toContain('1 form as before.');
    expect(after.page).not.toContain('>Undo<');
    const forged = await otto.get(`/_ops/inbox?said=${encodeURIComponent('{"done":"x"}')}`);
    expect(forged.page).not.toContain('class="done"');
  });

  it('that changed nothing looks like a failure', async () => {
    const otto = await logIn('otto');
    answers.change = { changed: [], missed: ['ben changed L-7F3K9Q.'] };
    const { headers } = await picks(otto, 'pick=L-7F3K9Q.3&new-state=lost');
    const { page } = await otto.get(headers.location ?? '');
    expect(page).toContain('<div class="message" role="alert"><p>Nothing was done.</p>');
    expect(page).not.toContain('class="done"');
  });

  it('of a whole page takes one box, and of one form its page leads back', async () => {
    const otto = await logIn('otto');
    answers.change = { changed: ['L-7F3K9Q'], missed: [] };
    await picks(otto, 'all=yes&shown=L-7F3K9Q.3&shown=L-7F3K9R.0&new-state=lost');
    expect((lastAct() as { forms: object[] }).forms).toHaveLength(2);
    const saved = await otto.get('/_ops/inbox/L-7F3K9Q?done=saved');
    expect(saved.page).toContain('>Undo<');
    answers.undo = { changed: ['L-7F3K9Q'], missed: [] };
    const { headers } = await otto.post('/_ops/inbox/undo', { reference: 'L-7F3K9Q' });
    expect(headers.location).toBe('/_ops/inbox/L-7F3K9Q?done=undone');
    answers.undo = 409;
    const refused = await otto.post('/_ops/inbox/undo', { reference: 'L-7F3K9Q' });
    expect(refused).toMatchObject({ status: 409, page: expect.stringContaining('Refused with 409.') });
  });

  it.each([
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
  ])('is refused for %s', async (_what, fields, words) => {
    const { status, page } = await picks(await logIn('otto'), fields);
    expect({ status, isSaid: page.includes(`Nothing was changed: ${words}`) }).toEqual({ status: 422, isSaid: true });
    expect(asked.map(({ request: { act } }) => act)).not.toContain('change');
  });

  it('is refused for ten thousand forms before any of it is read', async () => {
    const fields = Array.from({ length: 10_000 }, (_, number) => `pick=L-${number}.0`).join('&');
    const { status, page } = await picks(await logIn('otto'), fields);
    expect({ status, isSaid: page.includes('the form is too long') }).toEqual({ status: 413, isSaid: true });
  });
});

describe('what somebody typed', () => {
  const note = 'Wants a call on Monday.\nAfter ten.';

  it('is saved with the version that it was decided on', async () => {
    const { post } = await logIn('otto');
    const { status, headers } = await post('/_ops/inbox/L-7F3K9Q/save', {
      version: '3',
      state: 'called',
      note: note.replace('\n', '\r\n'),
    });
    expect({ status, to: headers.location }).toEqual({ status: 303, to: '/_ops/inbox/L-7F3K9Q?done=saved' });
    expect(lastAct()).toEqual({
      ...{ act: 'save', reference: 'L-7F3K9Q', version: 3, state: 'called', note },
      ...{ assignee: '', remindOn: '' },
    });
  });

  it.each([
    ['somebody else was faster', { answers: { save: 409 }, status: 409, words: 'Refused with 409.', name: 'note' }],
    ['the API is out of order', { answers: { save: 500 }, status: 500, words: 'Refused with 500.', name: 'note' }],
    [
      'the database is away',
      { answers: { save: 503, look: 503 }, status: 503, words: 'does not answer', name: 'typed' },
    ],
    ['the form is gone', { answers: { save: 404, look: 404 }, status: 404, words: 'Refused with 404.', name: 'typed' }],
  ])('stays in the page where %s', async (_why, { answers: given, status, words, name }) => {
    const { post } = await logIn('otto');
    answers = { ...answers, ...given };
    const answer = await post('/_ops/inbox/L-7F3K9Q/save', { version: '2', state: 'won', note });
    expect(answer.status).toBe(status);
    expect(answer.page).toContain(words);
    expect(new RegExp(`<textarea id="${name}"[^>]*>([^<]*)<`).exec(answer.page)?.[1]).toBe(note);
    if (name === 'note') {
      // What was chosen stays, too, on top of what is there now.
      expect(answer.page).toContain('checked="" value="won"');
      expect(answer.page).toContain('name="version" value="3"');
    }
  });

  it('stays in the page where the API does not answer, where the session is over, and where it is too long', async () => {
    const { cookie, csrf, post } = await logIn('otto');
    const long = await post('/_ops/inbox/L-7F3K9Q/save', { version: '3', state: 'won', note: 'ü'.repeat(5001) });
    expect(long).toMatchObject({
      status: 422,
      page: expect.stringContaining('at most 5000 characters, this one 5001'),
    });
    expect(long.page).toContain('ü'.repeat(5001));
    await post('/_ops/logout', {});
    const over = await send('/_ops/inbox/L-7F3K9Q/save', { csrf, version: '3', state: 'won', note }, { cookie });
    expect(over).toMatchObject({ status: 403, page: expect.stringContaining(note) });
    expect(over.page).toContain('Your session has ended');
    const again = await logIn('otto');
    api.closeAllConnections();
    api.close();
    const away = await again.post('/_ops/inbox/L-7F3K9Q/save', { version: '3', state: 'won', note });
    expect(away).toMatchObject({ status: 503, page: expect.stringContaining(note) });
    expect(away.page).toContain('The inbox is unavailable: the API does not answer.');
  });
});

describe('the inbox without its API', () => {
  it('says so in words, and the rest of the staff page works', async () => {
    const { get, post } = await logIn('olga');
    api.closeAllConnections();
    api.close();
    for (const path of ['/_ops/inbox', '/_ops/inbox/L-7F3K9Q', '/_ops/inbox/audit']) {
      const { status, page } = await get(path);
      expect(status).toBe(503);
      expect(page).toContain('The inbox is unavailable: the API does not answer.');
    }
    expect(await post('/_ops/inbox/export', { kind: 'lead' })).toMatchObject({ status: 503 });
    expect((await get('/_ops')).status).toBe(200);
  });

  it.each([
    [
      'another key',
      createServer(
        (_got, answer) =>
          void answer
            .setHeader(officeHeader, 'open')
            .writeHead(401)
            .end('{"message":"The API does not take the word of this server."}'),
      ),
      401,
      'does not take the word',
    ],
    [
      'no key',
      createServer((_got, answer) => void answer.writeHead(404).end('{"message":"There is nothing."}')),
      503,
      'set the same OFFICE_KEY there',
    ],
    [
      'another version',
      createServer((_got, answer) => void answer.setHeader(officeHeader, 'open').end('[]')),
      502,
      'of another version',
    ],
  ] as const)('names what is wrong with an API of %s', async (_what, server, status, words) => {
    const client = new OfficeClient(await listen(server), key);
    await expect(
      client.ask({ name: 'otto', role: 'office' }, { act: 'look', reference: 'L-7F3K9Q' }),
    ).rejects.toMatchObject({
      status,
      message: expect.stringContaining(words),
    });
    server.closeAllConnections();
    server.close();
  });

  it('names the variable that this server lacks', async () => {
    const client = new OfficeClient('http://127.0.0.1:1', null);
    await expect(client.ask({ name: 'otto', role: 'office' }, { act: 'look', reference: 'L-7F3K9Q' })).rejects.toThrow(
      'The inbox is not set up: set the same OFFICE_KEY',
    );
  });
});

describe('everything about one address', () => {
  it('names the count before it erases, and sends that count along', async () => {
    const { get, post } = await logIn('otto');
    const { headers } = await post('/_ops/inbox/person', { who: ' ada@example.com ' });
    expect(headers.location).not.toContain('ada');
    const { page } = await get(headers.location ?? '');
    expect(page).toContain('Yes, erase 1 form. It cannot be undone.');
    expect(page).toContain('Told at once to erase their copies: Webhook crm.');
    expect(page).toContain('1 mail about it went to the office');
    const unsure = await post('/_ops/inbox/person/erase', { who: 'ada@example.com', count: '1' });
    expect(unsure).toMatchObject({ status: 409, page: expect.stringContaining('tick the box to confirm') });
    expect(asked.map(({ request: { act } }) => act)).not.toContain('erase-person');
    answers['erase-person'] = { erased: 1, references: ['L-7F3K9Q'], mentions: 2, told: ['webhook:crm'], mailed: 1 };
    const done = await post('/_ops/inbox/person/erase', { who: 'ada@example.com', count: '1', sure: 'yes' });
    expect(lastAct()).toEqual({ act: 'erase-person', who: 'ada@example.com', count: 1 });
    expect(done.page).toContain('1 form erased, and the address or number in notes on 2 other forms.');
    answers['erase-person'] = 409;
    const other = await post('/_ops/inbox/person/erase', { who: 'ada@example.com', count: '1', sure: 'yes' });
    expect(other).toMatchObject({ status: 409, page: expect.stringContaining('Refused with 409.') });
  });

  it('offers what the forms name beside it, because forms with that alone are not among them', async () => {
    const { get, post } = await logIn('otto');
    answers.person = { ...person, who: '801 555 0142', forms: [listed, { ...listed, email: 'Ada@example.com' }] };
    const { headers } = await post('/_ops/inbox/person', { who: '801 555 0142' });
    const { page } = await get(headers.location ?? '');
    expect(page).toContain('These forms also name');
    expect(page.match(/name="who" value="ada@example\.com"/g)).toHaveLength(1);
    expect(page).toContain('>Look up ada@example.com<');
    expect(page).not.toContain('Look up (801) 555-0142');
    answers.person = person;
    expect((await get(headers.location ?? '')).page).toContain('>Look up (801) 555-0142<');
  });

  it('comes as a file, and so do all forms of a kind', async () => {
    const { post } = await logIn('otto');
    answers['export-person'] = ['{"email":', '"ada@example.com"}'];
    const about = await post('/_ops/inbox/person/export', { who: 'ada@example.com' });
    expect(about).toMatchObject({ status: 200, page: '{"email":"ada@example.com"}' });
    expect(about.headers['content-disposition']).toMatch(/^attachment; filename="about-one-person-[\d-]+\.json"$/);
    answers.export = ['reference,name\r\n', 'L-7F3K9Q,Ada\r\n'];
    const csv = await post('/_ops/inbox/export', { kind: 'support' });
    expect(csv).toMatchObject({ status: 200, page: 'reference,name\r\nL-7F3K9Q,Ada\r\n' });
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="support-[\d-]+\.csv"$/);
    expect(csv.headers['cache-control']).toBe('no-store');
    expect(lastAct()).toMatchObject({ act: 'export', place: 'inbox', kind: 'support', state: null, tests: false });
    expect(lastAct()).not.toHaveProperty('format');
    const workbook = await post('/_ops/inbox/export', { kind: 'support', format: 'xlsx' });
    expect(workbook.headers['content-disposition']).toMatch(/^attachment; filename="support-[\d-]+\.xlsx"$/);
    expect(workbook.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(lastAct()).toMatchObject({ act: 'export', format: 'xlsx', kind: 'support' });
  });
});

describe('the page of partners', () => {
  const key = {
    ...{ id: '0123456789ab', mode: 'live', createdAt: listed.createdAt, createdBy: 'otto', lastUsedAt: null },
    revoked: null,
  };

  it('shows partners and their keys, and new keys once', async () => {
    const { get, post } = await logIn('otto');
    answers.partners = { partners: [{ name: 'acme', postsPerMinute: 600, keys: [key] }] };
    const { page } = await get('/_ops/inbox/partners');
    expect(page).toContain('Revoke 0123456789ab');
    expect(page).toContain('At most 600 posts a minute.');
    answers['partner-add'] = { name: 'other', keys: [{ mode: 'live', secret: 'bf_live_secret' }] };
    const made = await post('/_ops/inbox/partners/add', { name: ' other ' });
    expect(made.page).toContain('<code>bf_live_secret</code>');
    expect(made.headers['cache-control']).toBe('no-store');
    expect(lastAct()).toEqual({ act: 'partner-add', name: 'other' });
    answers['partner-key'] = { name: 'acme', keys: [{ mode: 'test', secret: 'bf_test_secret' }] };
    expect((await post('/_ops/inbox/partners/key', { name: 'acme', mode: 'test' })).page).toContain('bf_test_secret');
    expect(lastAct()).toEqual({ act: 'partner-key', name: 'acme', isTest: true });
  });

  it('keeps the name that was refused, and revokes what was confirmed alone', async () => {
    const { post } = await logIn('otto');
    answers.partners = { partners: [{ name: 'acme', postsPerMinute: 600, keys: [key] }] };
    answers['partner-add'] = 400;
    const refused = await post('/_ops/inbox/partners/add', { name: 'A"cme' });
    expect(refused).toMatchObject({ status: 400, page: expect.stringContaining('value="A&quot;cme"') });
    expect(refused.page).toContain('Refused with 400.');
    const unsure = await post('/_ops/inbox/partners/revoke', { key: key.id });
    expect(unsure).toMatchObject({ status: 422, page: expect.stringContaining('tick the box') });
    expect(asked.map(({ request }) => request.act)).not.toContain('partner-revoke');
    answers['partner-revoke'] = { said: 'The key is revoked.' };
    expect((await post('/_ops/inbox/partners/revoke', { key: key.id, sure: 'yes' })).page).toContain(
      'The key is revoked.',
    );
  });
});
