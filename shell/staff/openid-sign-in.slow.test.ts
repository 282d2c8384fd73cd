import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { OpenIdSettings } from 'kit/contracts/site-config';
import { type ReleasePlatform, Stores } from '../platform/index.ts';
import { buildFolder } from '../platform/testing/build-dist.ts';
import { buildPlatform } from '../platform/testing/build-platform.ts';
import { OpenIdSignIn } from './openid-sign-in.ts';
import { sessionHours } from './staff-session.ts';
import { client, type ProviderPerson, startProvider } from './testing/start-provider.ts';
import { startStaffPages } from './testing/start-staff-pages.ts';

type Provider = Awaited<ReturnType<typeof startProvider>>;
type Pages = Awaited<ReturnType<typeof startStaffPages<'tina'>>>;

const groups = { operators: 'operate', agents: 'own=mf-agents', office: 'office' };
const anna: ProviderPerson = { sub: 'anna-1', preferred_username: 'anna@site.example', groups: ['staff', 'operators'] };

let provider: Provider;
let platform: ReleasePlatform;
let pages: Pages;
let logged: string[];

beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

beforeEach(async () => {
  logged = [];
  const note = (line: unknown) => void logged.push(String(line));
  jest.spyOn(console, 'error').mockImplementation(note);
  jest.spyOn(console, 'log').mockImplementation(note);
  // The provider says of each of its starts that tests have no https.
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  platform = buildPlatform(Stores.openFolderStore(await buildFolder()));
  pages = await startPages();
  provider.person = anna;
  provider.wrongIssuer = null;
});

async function startPages(settings: Partial<OpenIdSettings> = {}): Promise<Pages> {
  const openId = { issuer: provider.issuer, clientId: client.id, groups, ...settings };
  const started = await startStaffPages(platform, { tina: 'operate' }, { openId, secret: client.secret });
  provider.open(`${started.place}/_ops/login/callback`);
  return started;
}

/** A browser as far as cookies and redirects go; strict cookies are not looked at. */
class Browser {
  readonly cookies = new Map<string, string>();

  async get(address: string) {
    const { origin } = new URL(address);
    const own = [...this.cookies].flatMap(([name, value]) =>
      name.startsWith(`${origin} `) ? [`${name.split(' ')[1]}=${value}`] : [],
    );
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie: own.join('; ') } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(`${origin} ${name}`);
      else this.cookies.set(`${origin} ${name}`, value);
    }
    const location = answer.headers.get('location');
    return {
      status: answer.status,
      headers: answer.headers,
      location: location === null ? '' : new URL(location, address).href,
      page: await answer.text(),
    };
  }

  /** Begins a sign-in, and stops at the address to which the provider sends the answer. */
  async fetchAnswer(next = '') {
    let { location } = await this.get(`${pages.place}/_ops/login/start?${new URLSearchParams({ next })}`);
    while (location !== '' && !location.startsWith(pages.place)) ({ location } = await this.get(location));
    return location;
  }

  async signIn(next = '') {
    return this.get(await this.fetchAnswer(next));
  }

  get staffCookie() {
    return `staff=${this.cookies.get(`${pages.place} staff`) ?? ''}`;
  }
}

const isLogin = (page: string) => page.includes('href="/_ops/login/start');
const sessionIn = ({ cookies }: Browser) => cookies.get(`${pages.place} staff`);

describe('a sign-in at the OpenID provider', () => {
  it.each([
    [['staff', 'operators', 'agents'], 'may change everything', 'operate'],
    [['agents', 'office'], 'may change mf-agents', 'own=mf-agents'],
  ])('gives somebody of %j the role of the first group that the site knows', async (own, words, role) => {
    provider.person = { ...anna, groups: own };
    const browser = new Browser();
    const { status, page } = await browser.signIn();
    expect(status).toBe(200);
    expect(page).toContain('<meta http-equiv="refresh" content="0; url=/_ops?logged-in="/>');
    const on = await browser.get(`${pages.place}/_ops?logged-in=`);
    expect(on.location).toBe(`${pages.place}/_ops`);
    expect((await browser.get(on.location)).page).toContain(`anna@site.example ${words}`);
    expect(logged).toEqual([
      `[shell] staff page: anna@site.example (${role}) logged in by ${new URL(provider.issuer).host} from 192.0.2.7`,
    ]);
    const kept = [...browser.cookies.keys()].filter((name) => name.startsWith(pages.place));
    expect(kept).toEqual([`${pages.place} staff`]);
  });

  it('takes the mail address where the provider gives no user name', async () => {
    provider.person = { sub: 'b', email: 'ben@site.example', groups: ['office'] };
    const browser = new Browser();
    expect((await browser.signIn()).page).toContain('logged in as <bdi>ben@site.example</bdi>');
    expect((await browser.get(`${pages.place}/_ops`)).location).toBe(`${pages.place}/_ops/inbox`);
  });

  it('asks with PKCE, state and nonce, and for an answer at the public address of the site alone', async () => {
    const { status, location, headers } = await new Browser().get(`${pages.place}/_ops/login/start`);
    const { origin, searchParams } = new URL(location);
    expect([status, origin]).toEqual([303, provider.issuer]);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: client.id,
      response_type: 'code',
      redirect_uri: `${pages.place}/_ops/login/callback`,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const [flow = ''] = headers.getSetCookie();
    expect(flow).toMatch(/^sign-in=[^;]+; Path=\/_ops\/login; HttpOnly; SameSite=Lax; Max-Age=600$/);
  });

  it('leads to the page that was asked for, and to no other site', async () => {
    for (const [next, expected] of [
      ['/_ops/remotes/mf-agents?page=2', '/_ops/remotes/mf-agents?page=2'],
      ['//evil.example/_ops', ''],
      ['https://evil.example', ''],
      ['/_ops/act/../../evil\r\nx: y', ''],
    ] as const) {
      const { page } = await new Browser().signIn(next);
      const asked = new URLSearchParams({ 'logged-in': expected }).toString();
      expect(page).toContain(`content="0; url=/_ops?${asked}"`);
    }
    const browser = new Browser();
    const answer = await browser.fetchAnswer();
    browser.cookies.set(`${pages.place} sign-in-next`, '//evil.example/_ops');
    expect((await browser.get(answer)).page).toContain('content="0; url=/_ops?logged-in="');
  });

  it('and tokens work side by side', async () => {
    const tina = await pages.logIn('tina');
    expect(await pages.get('/_ops', tina)).toContain('tina may change everything');
    const page = await pages.get('/_ops', { cookie: '' });
    expect(page).toContain('Log in with your account');
    expect(page).toContain('Your token');
  });
});

describe('a sign-in at the OpenID provider is refused', () => {
  async function expectRefused(answer: string, browser: Browser, status: number, words: string | RegExp) {
    const refused = await browser.get(answer);
    expect(refused.status).toBe(status);
    expect(refused.page).toMatch(words);
    expect(isLogin(refused.page)).toBe(true);
    expect(sessionIn(browser)).toBeUndefined();
    return refused.page;
  }

  it('when the provider is another issuer than the one of the settings', async () => {
    pages = await startPages({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') });
    const start = `${pages.place}/_ops/login/start`;
    const page = await expectRefused(start, new Browser(), 502, /is another issuer than staff\.openId\.issuer/);
    expect(page).toContain('Tokens of STAFF_TOKENS still work.');
    expect(page).toContain('Your token');
  });

  it('with an ID token of another issuer', async () => {
    provider.wrongIssuer = 'https://evil.example';
    const browser = new Browser();
    const words = /is not valid for this site: unexpected JWT &quot;iss&quot; \(issuer\) claim value\. Log in again/;
    await expectRefused(await browser.fetchAnswer(), browser, 403, words);
  });

  it('with a code that was used before', async () => {
    const browser = new Browser();
    const answer = await browser.fetchAnswer();
    const copy = new Browser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect((await browser.get(answer)).status).toBe(200);
    await expectRefused(answer, copy, 403, /refused the code of this sign-in: it was used before, or is too old/);
  });

  it('with the state of another session', async () => {
    const [victim, attacker] = [new Browser(), new Browser()];
    await victim.fetchAnswer();
    const answer = await attacker.fetchAnswer();
    await expectRefused(answer, victim, 403, /This answer of the provider belongs to another sign-in/);
  });

  it('in a browser that did not begin it, or began it too long ago', async () => {
    const browser = new Browser();
    const answer = await browser.fetchAnswer();
    const words = /did not begin a sign-in here in the last ten minutes/;
    await expectRefused(answer, new Browser(), 403, words);
    const now = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 11 * 60_000);
    await expectRefused(answer, browser, 403, words);
    jest.mocked(Date.now).mockRestore();
  });

  it('to somebody of other groups, or of none', async () => {
    for (const own of [['staff'], [], undefined]) {
      provider.person = { sub: 'c', preferred_username: 'cleo', ...(own && { groups: own }) };
      const browser = new Browser();
      const words = /cleo is in no group that may enter the staff pages\. Ask an operator of the site/;
      await expectRefused(await browser.fetchAnswer(), browser, 403, words);
      expect(logged.splice(0).join()).toContain('a sign-in from 192.0.2.7 was refused: cleo is in no group');
    }
  });

  it('to somebody without a name that the log can show', async () => {
    provider.person = { sub: 'd', preferred_username: '<script>', groups: ['operators'] };
    const browser = new Browser();
    await expectRefused(await browser.fetchAnswer(), browser, 403, /gave no name for your account/);
  });

  it('when the provider says no', async () => {
    provider.person = null;
    const browser = new Browser();
    await expectRefused(await browser.fetchAnswer(), browser, 403, /did not sign you in \(access_denied\)/);
  });

  it('while the provider is down, and tokens still work', async () => {
    pages = await startPages({ issuer: 'http://127.0.0.1:9' });
    const page = await expectRefused(
      `${pages.place}/_ops/login/start`,
      new Browser(),
      503,
      /127\.0\.0\.1:9 cannot be reached/,
    );
    expect(page).toContain('Try again in a minute. Tokens of STAFF_TOKENS still work.');
    expect((await pages.logIn('tina')).csrf).not.toBe('');
  });

  it('by a group whose role does not exist, when the server starts', () => {
    const settings = { issuer: provider.issuer, clientId: client.id, groups: { operators: 'opreate' } };
    const callback = new URL('https://site.example/_ops/login/callback');
    expect(() => new OpenIdSignIn({ settings, secret: null, key: Buffer.alloc(32), callback })).toThrow(
      'staff.openId.groups: the role of the group operators is none of read, office, operate and own=mf-x+mf-y.',
    );
  });
});

describe('a session of somebody who signed in at the provider', () => {
  const read = async ({ staffCookie }: Browser) => pages.get('/_ops', { cookie: staffCookie });
  const csrfIn = (page: string) => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';

  it('is refused once it has expired', async () => {
    const browser = new Browser();
    await browser.signIn();
    expect(await read(browser)).toContain('Log out anna@site.example');
    const now = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + sessionHours * 3_600_000 + 1000);
    const page = await read(browser);
    jest.mocked(Date.now).mockRestore();
    expect(page).toContain('Your session has ended. Log in again.');
    expect(isLogin(page)).toBe(true);
  });

  it.each(['logout', 'logout-everywhere'])('is refused after a %s, with all that it sends', async (logout) => {
    const browser = new Browser();
    await browser.signIn();
    const { staffCookie } = browser;
    const csrf = csrfIn(await read(browser));
    expect((await pages.post(`/_ops/${logout}`, { csrf }, staffCookie)).status).toBe(303);
    expect(await read(browser)).toContain('Your session has ended. Log in again.');
    const form = { csrf, reason: 'a reason', expect: '1', sure: 'yes', typed: 'whole site' };
    const { status, page } = await pages.post('/_ops/act/freeze-site', form, staffCookie);
    expect(status).toBe(403);
    expect(page).toContain('Your session has ended. Nothing was done.');
  });

  it('is refused after a change of the groups', async () => {
    const browser = new Browser();
    await browser.signIn();
    const { staffCookie } = browser;
    pages = await startPages({ groups: { ...groups, operators: 'read' } });
    expect(await pages.get('/_ops', { cookie: staffCookie })).toContain('Your session has ended. Log in again.');
  });
});
