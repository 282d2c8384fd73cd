import { once } from 'node:events';
import { request } from 'node:http';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ReleaseStore, Stores } from '../platform/index.ts';
import { buildPlatform } from '../platform/testing/build-platform.ts';
import { buildTwiceSwitchedSite } from '../platform/testing/build-published-site.ts';
import { readNewest } from '../platform/testing/read-switches.ts';
import { startFollower } from '../platform/testing/start-follower.ts';
import { type Someone, type StaffPages, startStaffPages } from './testing/start-staff-pages.ts';

const people = { anna: 'operate', ben: 'operate', cleo: 'read', dora: 'own=mf-agents' } as const;
type Person = keyof typeof people;

let store: ReleaseStore;
/** Two shell servers over one store. */
let here: StaffPages<Person>;
let elsewhere: StaffPages<Person>;
let visitor: string;
let logged: string[];

beforeEach(async () => {
  logged = [];
  const note = (line: unknown) => void logged.push(String(line));
  jest.spyOn(console, 'error').mockImplementation(note);
  jest.spyOn(console, 'log').mockImplementation(note);
  visitor = '192.0.2.7';
  const site = await buildTwiceSwitchedSite();
  ({ store } = site);
  const other = buildPlatform(Stores.openFolderStore(site.dataDir));
  // A form waits for what its server follows.
  for (const platform of [site.platform, other]) await startFollower(platform);
  here = await startStaffPages(site.platform, people, { addressOf: () => visitor });
  elsewhere = await startStaffPages(other, people, { addressOf: () => visitor });
});

const revision = async () => (await readNewest(store))?.revision;
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, server = here) =>
  server.send(`/_ops${path}`, fields, headers);
const tokenOf = (name: Person) => here.tokenOf(name);
const logIn = (name: Person) => here.logIn(name);
const read = (cookie: string, server = here) => server.get('/_ops', { cookie });

async function rollBack({ cookie, csrf }: Someone, remote: string, server = here) {
  const form = { csrf, remote, reason: 'It is\nwrong', expect: String(await revision()), sure: 'yes' };
  return post('/act/rollback', form, { cookie }, server);
}

describe('the door of the staff page', () => {
  it.each([
    ['one network', (attempt: number) => `2001:db8:0:7::${attempt.toString(16)}`],
    ['everywhere', (attempt: number) => `198.18.${attempt}.1`],
  ])('takes a right token after 60 wrong ones from %s, and writes down no more than some', async (_, addressOf) => {
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 60; attempt += 1) {
      visitor = addressOf(attempt);
      statuses.add((await post('/login', { token: `wrong-${attempt}` })).status);
    }
    expect([...statuses].every((status) => status === 403 || status === 429)).toBe(true);
    expect(logged.length).toBeLessThanOrEqual(50);
    expect((await post('/login', { token: tokenOf('anna') })).status).toBe(303);
  });

  it('says to a network that tried too often that only a right token helps, and to others nothing of that', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      visitor = `192.0.2.${attempt}`;
      statuses.push((await post('/login', { token: `wrong-${attempt}` })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
    const many = 'many wrong ones from your network';
    expect((await post('/login', { token: 'wrong' })).page).toContain(many);
    visitor = '198.51.100.7';
    const { status, page } = await post('/login', { token: 'wrong' });
    expect([status, page.includes(many)]).toEqual([403, false]);
  });

  it('counts nothing that another site sends, and says so', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const answer = await post('/login', { token: 'wrong' }, headers);
        expect(answer).toMatchObject({ status: 403, page: expect.stringContaining('sent by another site') });
      }
    }
    expect(logged).toEqual([]);
    expect((await post('/login', { token: 'wrong' })).page).toContain(
      'This token is not valid. Ask an operator of the site for yours.',
    );
    const own = { 'sec-fetch-site': 'same-origin', origin: 'null' };
    expect((await post('/login', { token: tokenOf('anna') }, own)).status).toBe(303);
  });

  it('refuses a giant form, and what is no form, in a sentence, also while sixty forms never end', async () => {
    const long = await post('/login', { token: 'x'.repeat(9000) });
    expect(long).toMatchObject({ status: 413, page: expect.stringContaining('the form is too long') });
    // Of one whose length nobody announced the rest is not read, so that the answer may be lost on its way.
    await post('/login', { token: 'x'.repeat(5_000_000) }, { 'transfer-encoding': 'chunked' }).catch(() => {});
    const endless = Array.from({ length: 60 }, () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' };
      const sent = request(`${here.place}/_ops/login`, { method: 'POST', headers, agent: false });
      sent.write('token=');
      return sent;
    });
    const json = await post('/login', { token: tokenOf('anna') }, { 'content-type': 'application/json' });
    expect(json).toMatchObject({ status: 415, page: expect.stringContaining('the form cannot be read') });
    expect((await post('/login', { token: tokenOf('anna') })).status).toBe(303);
    await Promise.all(endless.map((sent) => once(sent.end(), 'response')));
  });
});

describe('a session of the staff page', () => {
  it('is over on every server once it was logged out, whoever kept its cookie', async () => {
    const session = await logIn('anna');
    expect((await post('/logout', { csrf: session.csrf }, { cookie: session.cookie })).status).toBe(303);
    for (const server of [here, elsewhere]) {
      expect(await read(session.cookie, server)).toContain('Your token');
      expect((await rollBack(session, 'mf-agents', server)).status).toBe(403);
    }
    expect(await revision()).toBe(4);
    const again = await logIn('anna');
    expect((await rollBack(again, 'mf-agents')).status).toBe(303);
  });

  it('is over with all others of that person, when they log out everywhere', async () => {
    const [first, second, other] = [await logIn('anna'), await logIn('anna'), await logIn('ben')];
    await post('/logout-everywhere', { csrf: first.csrf }, { cookie: first.cookie });
    for (const { cookie } of [first, second]) expect(await read(cookie, elsewhere)).toContain('Your token');
    expect(await read(other.cookie, elsewhere)).toContain('Log out ben');
    expect((await logIn('anna')).page).toContain('Log out anna');
    expect([...(await store.endedSessions.readAll()).keys()]).toHaveLength(1);
  });

  it.each([-3_600_000, 3_600_000])(
    'is over with them also where it began on a server whose clock is %d ms ahead, and the next begins',
    async (ahead) => {
      const now = Date.now;
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
      const before = await logIn('anna');
      clock.mockRestore();
      for (let round = 0; round < 2; round += 1) {
        const next = await logIn('anna');
        await post('/logout-everywhere', { csrf: next.csrf }, { cookie: next.cookie });
        for (const { cookie } of [next, before]) expect(await read(cookie, elsewhere)).toContain('Your token');
      }
      expect(await read((await logIn('anna')).cookie, elsewhere)).toContain('Log out anna');
    },
  );

  it('says so when the store cannot be told that it is over, and is over here', async () => {
    const { cookie, csrf } = await logIn('anna');
    jest.spyOn(store.endedSessions, 'add').mockRejectedValue(new Error('the disk is full.'));
    const answer = await post('/logout', { csrf }, { cookie });
    expect(answer.status).toBe(503);
    expect(answer.page).toContain('You are logged out here, but not on every server: the disk is full.');
    expect(await read(cookie)).toContain('Your token');
  });

  it('leaves nothing behind once it would have ended by itself, by whatever clock', async () => {
    await store.endedSessions.add(`${Date.now() - 24 * 3_600_000}-session-of-yesterday`, '{}');
    await store.endedSessions.add(`${Date.now() - 23 * 3_600_000}-session-of-today`, '{}');
    const { cookie, csrf } = await logIn('anna');
    await post('/logout', { csrf }, { cookie });
    expect([...(await store.endedSessions.readAll()).keys()].sort()).toEqual([
      expect.stringMatching(/-session-of-today$/),
      expect.stringMatching(/-session-[0-9a-f]{32}$/),
    ]);
  });
});

describe('a form of the staff page', () => {
  it('does nothing when another site sends it, or when it lacks its session or its token', async () => {
    const { cookie, csrf } = await logIn('anna');
    const form = { csrf, remote: 'mf-agents', reason: 'forged', expect: String(await revision()), sure: 'yes' };
    for (const [fields, headers] of [
      [{}, { cookie, origin: 'https://evil.example' }],
      [{}, { cookie, 'sec-fetch-site': 'cross-site' }],
      [{}, { cookie: `${cookie}x` }],
      [{}, {}],
      [{ csrf: '' }, { cookie }],
      [{ csrf: `${csrf.slice(0, -1)}!` }, { cookie }],
    ] as const) {
      expect((await post('/act/rollback', { ...form, ...fields }, headers)).status).toBe(403);
    }
    expect(await revision()).toBe(4);
    expect((await post('/act/rollback', form, { cookie })).status).toBe(303);
  });

  it('that logs out with the word of another session is refused where its sender works', async () => {
    const { cookie } = await logIn('anna');
    const { status, page } = await post('/logout', { csrf: 'of another session' }, { cookie });
    expect(status).toBe(403);
    expect(page).toContain('<h1>Control room</h1>');
  });
});

describe('a role of the staff', () => {
  it('is in words on the page, and in the log with what was done or refused', async () => {
    const [dora, cleo] = [await logIn('dora'), await logIn('cleo')];
    expect(dora.page).toContain('dora may change mf-agents');
    expect(cleo.page).toContain('cleo may read');
    expect((await rollBack(dora, 'mf-agents')).status).toBe(303);
    const refused = await rollBack(cleo, 'mf-demos');
    expect(refused).toMatchObject({ status: 403, page: expect.stringContaining('may not change mf-demos.') });
    const log = logged.join('\n');
    expect(log).toMatch(/dora \(\S+\), revision 5: rollback of mf-agents \S+: "It is\\nwrong"/);
    expect(log).toMatch(/refused cleo \(\S+\): Nothing was done: .* may not change mf-demos/);
  });

  it('is not widened by a form of somebody else, or a remote that is none', async () => {
    const [dora, anna] = [await logIn('dora'), await logIn('anna')];
    expect((await rollBack({ cookie: dora.cookie, csrf: anna.csrf }, 'mf-demos')).status).toBe(403);
    for (const remote of ['', 'mf-agents+mf-demos', '__proto__', 'mf-demos\0mf-agents', '<script>']) {
      const { status, page } = await rollBack(dora, remote);
      expect(status).toBe(403);
      expect(page.match(/<script/g)).toHaveLength(1);
    }
    expect(await revision()).toBe(4);
  });
});
